declare module 'd3-color' {
  /** Returns null where a text is no colour of CSS 3. */
  export function color(text: string): {
    rgb(): { readonly r: number; readonly g: number; readonly b: number; readonly opacity: number };
  } | null;
}
