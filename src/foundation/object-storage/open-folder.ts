import { resolve } from 'node:path';
import { localFolder } from './local-folder.ts';
import { isS3, type ObjectFolder } from './object-folder.ts';
import { s3Folder } from './s3-folder.ts';

/** @param address `s3://bucket/prefix` or the path of a folder */
export const openFolder = (address: string): ObjectFolder =>
  isS3(address) ? s3Folder(address) : localFolder(resolve(address));
