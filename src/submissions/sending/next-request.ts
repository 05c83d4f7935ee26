import type { Answer } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import { encodedOrNone, type FormPage } from './encode-request.ts';

/** Makes the request for the next page of a list; undefined if it needs a browser, or there is none. */
export function nextRequest(
  { paging }: Pick<Answer, 'paging'>,
  page: FormPage | undefined,
): SubmissionRequest | undefined {
  switch (paging?.kind) {
    case 'link': {
      const url = URL.parse(paging.url);
      if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
      url.hash = '';
      return { method: 'GET', url: url.href, referrer: page?.tree.url ?? '' };
    }
    case 'form':
      return page && encodedOrNone(page, paging);
    case 'data':
      return paging.request;
    default:
      return undefined;
  }
}
