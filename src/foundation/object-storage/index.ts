export { isS3, type ObjectFolder, ObjectStorageError } from './object-folder.ts';
export { openFolder } from './open-folder.ts';
