export { type ObjectFolder, ObjectStorageError } from './object-folder.ts';
export { isS3, openFolder } from './open-folder.ts';
