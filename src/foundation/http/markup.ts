/** Recognises HTML by its header and, where that is missing, by its first bytes. */

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml', 'application/vnd.wap.xhtml+xml']);

/** Returns `text/html` of `Text/HTML; charset=…`; empty when there is none. */
export const mediaType = (contentType: string | undefined): string =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

// The signatures browsers look for (MIME Sniffing standard, 7.1), behind white space, BOM and comments.
const SIGNATURE =
  /^(?:\uFEFF|\u00EF\u00BB\u00BF)?[\t\n\f\r ]*(?:<\?xml[^>]*>\s*)?(?:<!--|<!doctype html|<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i;

/** Checks whether a browser would read the body as HTML: by its type or, without one, by its first bytes. */
export const isHtml = (contentType: string | undefined, firstBytes: Uint8Array): boolean => {
  const type = mediaType(contentType);
  if (HTML_TYPES.has(type)) return true;
  if (type !== '' && type !== 'unknown/unknown' && type !== 'application/unknown' && type !== '*/*')
    return false;
  return SIGNATURE.test(Buffer.from(firstBytes.subarray(0, 1024)).toString('latin1'));
};
