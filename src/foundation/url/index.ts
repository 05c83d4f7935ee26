export { canonicalUrl, homeOf, hostOf, siteOf } from './address.ts';
