/** Reads robots directives of meta elements and X-Robots-Tag; a header may name the agent that it means (`otherbot: nofollow`). */

const NAMED = /^([a-z_-]+)\s*:(.*)$/i;
/** Directives with a value, which look like an agent name. */
const WITH_VALUE = /^(?:max-snippet|max-image-preview|max-video-preview|unavailable_after)$/i;
const MAX_LENGTH = 2_000;

export const metaSaysNofollow = (content: string): boolean =>
  content
    .slice(0, MAX_LENGTH)
    .split(/[\s,]+/)
    .some(isNofollow);

/** Checks whether a value of X-Robots-Tag says nofollow to all agents or to this one. @param agent product token */
export function headerSaysNofollow(values: readonly string[], agent: string): boolean {
  return values.some((value) => {
    // A name applies to the directives after it, up to the next name.
    let applies = true;
    for (const part of value.slice(0, MAX_LENGTH).split(',')) {
      const [, name, rest = ''] = NAMED.exec(part.trim()) ?? [];
      const named = name !== undefined && !WITH_VALUE.test(name);
      if (named) applies = name.toLowerCase() === agent.toLowerCase();
      if (applies && isNofollow(named ? rest : part)) return true;
    }
    return false;
  });
}

const isNofollow = (directive: string): boolean => /^(?:nofollow|none)$/i.test(directive.trim());
