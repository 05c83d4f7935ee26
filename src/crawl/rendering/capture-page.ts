import {
  closeBannerExpression,
  type FormTriggers,
  findFormTriggersExpression,
  type OpenPage,
} from '../../foundation/browser/index.ts';
import { captureExpression, readDocument } from '../../foundation/dom/index.ts';
import { likelyOf } from './opened-forms.ts';

interface ShownPage {
  readonly packed: string;
  /** Undefined where nothing on the page may open a search, so that the page need not be held for it. */
  readonly openers: FormTriggers | undefined;
}

interface PageStart {
  readonly packed: string;
  readonly openers: FormTriggers;
}

/** All questions go to the browser together: each way there and back costs more than most answers. */
const LOOK = `({ packed: ${captureExpression()}, openers: ${findFormTriggersExpression()} })`;
const PRESS_OR_LOOK = `((pressed) => pressed === undefined ? ${LOOK} : pressed)(${closeBannerExpression()})`;

/** Reads a page that has come to rest; a cookie banner that hides its forms is closed first. */
export async function capturePage({ session, settle: rest }: OpenPage): Promise<ShownPage> {
  let answer = (await readDocument(session, PRESS_OR_LOOK)) as PageStart | string;
  if (typeof answer === 'string') {
    await rest();
    answer = (await readDocument(session, LOOK)) as PageStart;
  }
  return { packed: answer.packed, openers: likelyOf(answer.openers) };
}
