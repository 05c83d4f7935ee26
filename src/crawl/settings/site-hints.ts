import type { Domain } from '../../foundation/domain/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import type { RenderMode } from '../analysis/index.ts';

/** Reads what the domain files say of single hosts. */
export class SiteHints {
  private readonly wanted: readonly Domain[];

  constructor(wanted: readonly Domain[]) {
    this.wanted = wanted;
  }

  renderMode(host: string, otherwise: RenderMode): RenderMode {
    if (otherwise !== 'auto') return otherwise;
    const name = host.replace(/:\d+$/, '');
    return (
      this.wanted.map((domain) => domain.hints[name]?.render).find((mode) => mode !== undefined) ?? 'auto'
    );
  }

  delays(): readonly { readonly host: string; readonly delayMs: number }[] {
    return this.wanted.flatMap((domain) =>
      Object.entries(domain.hints).flatMap(([host, hint]) =>
        hint.delaySeconds === undefined ? [] : [{ host, delayMs: hint.delaySeconds * 1_000 }],
      ),
    );
  }

  /** Returns addresses to begin from on a seed's host. */
  starts(url: string): readonly string[] {
    const paths = this.wanted.flatMap((domain) => domain.hints[hostOf(url)]?.start ?? []);
    return paths.length === 0 ? [url] : paths.map((path) => new URL(path, url).href);
  }
}
