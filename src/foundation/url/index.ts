export { canonicalUrl, homeOf, hostOf, pageKey, siteOf, withScheme } from './address.ts';
