/** Faults of files, in words of a person who named the file. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be used by this user',
  EPERM: 'it may not be used by this user',
  EROFS: 'it is on a disk that is read-only',
  ELOOP: 'it is a link that leads back to itself',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open',
};

/** Says why a file or folder could not be used. */
export function fileFault(error: unknown): string {
  const { code = '', message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  return FAULTS[code] ?? (message.split('\n')[0] as string);
}

const YAML_FAULTS: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'it begins with a tab; use spaces',
  BAD_INDENT: 'its spaces in front do not fit the lines around it',
  DUPLICATE_KEY: 'a name stands twice; write it once',
  MISSING_CHAR: 'a quote, a bracket or a colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing behind a name',
  BAD_DQ_ESCAPE: 'a backslash in double quotes; use single quotes',
  BAD_ALIAS: 'a text that begins with * or & needs quotes',
};

/** Says what is wrong in a line of a YAML file, by the code of the parser. */
export const yamlFault = (code: string): string =>
  YAML_FAULTS[code] ?? 'a sign stands where none is expected; put texts with : # [ { into quotes';
