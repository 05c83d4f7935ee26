/**
 * Directives of `<meta name=robots>` and of the header X-Robots-Tag: words between commas, of which `none` means noindex
 * and nofollow. A header may name the agent that it means (`otherbot: nofollow`).
 */

const NAMED = /^([a-z_-]+)\s*:\s*(.*)$/i;
/** Directives with a value look like a name and what is meant for it. */
const WITH_VALUE = /^(?:max-snippet|max-image-preview|max-video-preview|unavailable_after)$/i;
const MAX_LENGTH = 2_000;

/** Whether the content of a robots meta element says nofollow. */
export const metaSaysNofollow = (content: string): boolean =>
  content
    .slice(0, MAX_LENGTH)
    .split(/[\s,]+/)
    .some(isNofollow);

/**
 * Whether one of the values of X-Robots-Tag says nofollow to everyone, or to this agent.
 * @param agent product token
 */
export function headerSaysNofollow(values: readonly string[], agent: string): boolean {
  return values.some((value) => {
    // A name holds for what comes after it, until the next.
    let meant = true;
    for (const part of value.slice(0, MAX_LENGTH).split(',')) {
      const [, name, rest = ''] = NAMED.exec(part.trim()) ?? [];
      const named = name !== undefined && !WITH_VALUE.test(name);
      if (named) meant = name.toLowerCase() === agent.toLowerCase();
      if (meant && isNofollow(named ? rest : part)) return true;
    }
    return false;
  });
}

const isNofollow = (directive: string): boolean => /^(?:nofollow|none)$/i.test(directive.trim());
