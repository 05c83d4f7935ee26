/** Bundles the pages of the web UI. */
import { bundlePage } from '../../reports/bundle.mjs';

export const bundleClient = () => bundlePage(new URL('client/main.tsx', import.meta.url));
