/** Searches that get no list: refused, sent to log in, taken for a robot, or too much for the server. */

import { type Answer, redirect } from './answer.ts';
import { answerHabits } from './answer-habits.ts';
import type { CompiledSite } from './compiled.ts';
import { drawPage } from './drawing.ts';
import { outcome } from './outcome.ts';
import { askedBy, failsOn, isExpected, objectionTo } from './query.ts';
import { hash32, token } from './seeded.ts';
import type { Block, FormSpec } from './site.ts';
import type { Outcome } from './truth.ts';

const again = (form: FormSpec): Block => ({ kind: 'form', form: form.key });
const said = (text: string): Block => ({ kind: 'prose', paragraphs: [text] });

/** A page about the submission, with its kind for the log. */
function about(
  site: CompiledSite,
  form: FormSpec,
  given: URLSearchParams,
  kind: Outcome['kind'],
  page: { readonly title?: string; readonly status?: number; readonly blocks: readonly Block[] },
): Answer {
  const { title = site.words.search, status = 200, blocks } = page;
  return {
    ...drawPage(site, { title, blocks }, status, given),
    outcome: outcome(form, given, kind),
  };
}

/** The log-in page itself, or the way to it. */
function loginWall(site: CompiledSite, form: FormSpec, given: URLSearchParams): Answer {
  const told = outcome(form, given, 'login-wall');
  if (hash32(`wall:${site.identity.seed}`) % 2 === 0)
    return { ...redirect(`/my?next=${encodeURIComponent(form.action)}`), outcome: told };
  const blocks: Block[] = [said(site.words.members), { kind: 'form', form: 'login' }];
  return { ...drawPage(site, { title: site.words.login, blocks }), outcome: told };
}

function challenge(site: CompiledSite, form: FormSpec, given: URLSearchParams): Answer {
  const key = token(`${site.identity.seed}:challenge`, 40);
  return about(site, form, given, 'blocked', {
    title: site.identity.host,
    status: 403,
    blocks: [
      said(site.words.human),
      { kind: 'html', html: `<div class="g-recaptcha" data-sitekey="${key}"></div>` },
    ],
  });
}

/** True for a form of one control that was sent with nothing in it. */
export const asksNothing = (form: FormSpec, given: URLSearchParams): boolean =>
  form.controls.filter((control) => control.match).length === 1 && askedBy(form, given).criteria.length === 0;

/**
 * @param fresh true for the submission itself, which must bring its token back; false for kept result lists
 * @returns null where the database is asked
 */
export function refusal(
  site: CompiledSite,
  form: FormSpec,
  given: URLSearchParams,
  fresh: boolean,
): Answer | null {
  const { words, identity } = site;
  const habits = answerHabits(identity, form);
  if (askedBy(form, given).robot)
    return {
      ...about(site, form, given, 'blocked', { title: 'Access denied', status: 403, blocks: [] }),
      trap: 'honeypot-field',
    };
  if (fresh && !isExpected(form, given))
    return about(site, form, given, 'validation-error', {
      title: words.expired,
      status: 403,
      blocks: [again(form)],
    });
  if (form.denies === 'login') return loginWall(site, form, given);
  if (form.denies === 'challenge') return challenge(site, form, given);
  const objection = objectionTo(form, given, identity.now);
  const silent = habits.nothingAsked === 'silent';
  if (objection || asksNothing(form, given)) {
    const message = objection ? `${objection.control.label}: ${words[objection.why]}` : words.required;
    return objection || !silent
      ? about(site, form, given, 'validation-error', {
          status: habits.refusalStatus,
          blocks: [said(message), again(form)],
        })
      : about(site, form, given, 'same-form', { blocks: [again(form)] });
  }
  if (failsOn(form, given))
    return about(site, form, given, 'server-error', { status: 500, blocks: [said(words.failed)] });
  return null;
}
