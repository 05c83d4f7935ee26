import type { Store, StoredDocument } from '../../storage/index.ts';

/** A text, and the address of the document that it is of, where that is another one. */
interface ShownText {
  readonly text: string;
  readonly of: string | null;
}

/** Returns what a judged document says: its text, or that of the document it repeats. Undefined where there is none yet. */
export async function shownText(
  { documents }: Pick<Store, 'documents'>,
  { text, content, like_id }: StoredDocument,
): Promise<ShownText | undefined> {
  if (text !== null) return { text, of: null };
  if (content === null || like_id === null) return undefined;
  const [like] = await documents.get([like_id]);
  return like === undefined || like.text === null ? undefined : { text: like.text, of: like.url };
}
