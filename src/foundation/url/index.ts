export { canonicalUrl, homeOf, hostOf, siteOf, withScheme } from './address.ts';
