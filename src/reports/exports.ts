/** Writes exports of the library with the words of reports. */

import * as library from '../library/index.ts';
import { EXPORT_WORDS } from './reason-text.ts';

export const exportLines = library.exportLines.bind(null, EXPORT_WORDS);
export const exportRows = library.exportRows.bind(null, EXPORT_WORDS);
export const exportPage = library.exportPage.bind(null, EXPORT_WORDS);
export const listCounts = library.listCounts.bind(null, EXPORT_WORDS);
export const keepList = library.keepList.bind(null, EXPORT_WORDS);
export const exportToFile = library.exportToFile.bind(null, EXPORT_WORDS);
export const exportToDatabase = library.exportToDatabase.bind(null, EXPORT_WORDS);
export const exportPackage = library.exportPackage.bind(null, EXPORT_WORDS);
