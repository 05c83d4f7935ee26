import { Parser } from 'htmlparser2';

interface Listing {
  readonly objects: readonly { readonly key: string; readonly bytes: number }[];
  readonly isTruncated: boolean;
}

export function parseListing(xml: string): Listing {
  const objects: { key: string; bytes: number }[] = [];
  const texts = new Map<string, string>();
  const path: string[] = [];
  const parser = new Parser(
    {
      onopentag: (name) => {
        path.push(name);
        texts.set(path.join('/'), '');
      },
      ontext: (text) => texts.set(path.join('/'), (texts.get(path.join('/')) ?? '') + text),
      onclosetag: (name) => {
        const at = (member: string) => texts.get([...path, member].join('/')) ?? '';
        if (name === 'Contents') objects.push({ key: at('Key'), bytes: Number(at('Size')) });
        path.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return { objects, isTruncated: texts.get('ListBucketResult/IsTruncated') === 'true' };
}
