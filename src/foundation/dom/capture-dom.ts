import type { LiveDocument, LiveElement, LiveOption, LiveWindow, liveMembers } from './live-members.ts';
import type { nearestText } from './nearest-text.ts';
import type { ElementBox } from './tree.ts';

export interface CaptureLimits {
  /** Elements and text nodes together. */
  readonly maxNodes: number;
  /** Characters of text, attributes and tags together. */
  readonly maxCharacters: number;
}

/** Sources of regular expressions over a `style` attribute. */
interface HiddenPatterns {
  readonly invisible: string;
  readonly offscreen: string;
}

interface SerialisedElement {
  tag: string;
  attributes: Record<string, string>;
  children: (SerialisedElement | string)[];
  formKey?: number;
  owner?: number;
  hidden?: string;
  box?: ElementBox;
  visualLabel?: string;
  value?: string;
  checked?: boolean;
  shadow?: (SerialisedElement | string)[];
  frame?: unknown;
}
/** Controls and texts of one document, to find captions. */
interface CaptionCandidates {
  readonly controls: SerialisedElement[];
  /** Controls without a caption, with the number of texts before each. */
  readonly unlabelled: { readonly out: SerialisedElement; readonly at: number }[];
  readonly texts: LiveElement[];
}
interface Level {
  next: LiveElement | null;
  readonly into: (SerialisedElement | string)[];
  readonly depth: number;
}
/**
 * Captures the live document as plain data in the form of a `TreeDocument`: elements in document order, so that forms get
 * the same numbers as from the static parser, and the state of controls where it differs from their attributes.
 *
 * Self-contained: its source is sent to the browser, so it can use nothing but its parameters.
 */
export function captureDom(
  limits: CaptureLimits,
  patterns: HiddenPatterns,
  nearest: typeof nearestText,
  members: typeof liveMembers,
): unknown {
  const MAX_DEPTH = 512;
  const MAX_FRAMES_DEEP = 3;
  const MAX_ATTRIBUTES = 500;
  const MAX_NAME = 200;
  const MAX_CAPTION = 100;
  const MAX_UNCALLED = 100;
  /** Texts measured before and after a control; measuring is expensive. */
  const MAX_AROUND = 60;
  const HTML = 'http://www.w3.org/1999/xhtml';
  const invisible = new RegExp(patterns.invisible, 'i');
  const offscreen = new RegExp(patterns.offscreen, 'i');
  const SILENT = new Set(['script', 'style', 'template']);
  const CONTROLS = new Set(['input', 'select', 'textarea', 'button']);
  const MEASURED = new Set([...CONTROLS, 'form', 'label']);
  const OWNED = new Set([...CONTROLS, 'fieldset', 'object', 'output']);
  const LINKED_DATA = /^\s*application\/ld\+json\s*(?:;|$)/i;
  const MAX_CODE = 500_000;
  const CAPTIONED =
    /^(?:text|search|tel|url|email|password|date|month|week|time|datetime-local|number|range|color|file|textarea|select-one|select-multiple)$/;
  const NO_CAPTION = 'a, button, select, textarea, option, script, style, noscript, title';
  const SEEN = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };

  const {
    nodeType,
    firstChild,
    nextSibling,
    dataOf,
    baseOf,
    localName,
    namespace,
    namesOf,
    attributeOf,
    shadowOf,
    visible,
    boxOf,
    parentOf,
    closest,
    controlOf,
    newRange,
    rootOf,
    viewOf,
    sizeOf,
    urlOf,
    titleOf,
    inFrame,
  } = members();

  const formKeys = new Map<LiveElement, number>();
  const owned: [SerialisedElement, LiveElement][] = [];
  const chosen = new Map<LiveElement, boolean>();
  let nodes = 0;
  let characters = 0;
  let truncated = false;
  let frameDepth = 0;
  let view: LiveWindow | null = null;
  let leftEdge = 0;
  let screen: CaptionCandidates = { controls: [], unlabelled: [], texts: [] };

  const cut = (text: string, length: number) => {
    const shortened = text.length > length ? text.slice(0, length) : text;
    characters += shortened.length;
    return shortened;
  };
  const readAttributes = (element: LiveElement) => {
    const attributes: Record<string, string> = {};
    let count = 0;
    for (const name of namesOf(element)) {
      if (name.length > MAX_NAME) continue;
      if (++count > MAX_ATTRIBUTES) break;
      attributes[cut(name, MAX_NAME).toLowerCase()] = cut(attributeOf(element, name) ?? '', 4_000);
    }
    return attributes;
  };
  const hiddenBy = (out: SerialisedElement) => ('hidden' in out.attributes ? 'attribute' : 'style');
  const hiddenBecause = (element: LiveElement, out: SerialisedElement): string | undefined => {
    if (out.tag === 'input' && element.type === 'hidden') return 'type';
    if (!visible(element, SEEN)) return hiddenBy(out);
    const box = out.box;
    if (box === undefined) return undefined;
    if (box.width < 2 || box.height < 2) return 'size';
    return box.x + box.width < leftEdge || box.y + box.height < 0 ? 'offscreen' : undefined;
  };
  const measure = (element: LiveElement, out: SerialisedElement) => {
    const { x, y, width, height } = boxOf(element);
    const round = Math.round;
    out.box = {
      x: round(x + (view?.scrollX ?? 0)),
      y: round(y + (view?.scrollY ?? 0)),
      width: round(width),
      height: round(height),
    };
  };
  const captureState = (element: LiveElement, out: SerialisedElement) => {
    const { value, checked } = element;
    const isChoice =
      typeof checked === 'boolean' && (element.type === 'checkbox' || element.type === 'radio');
    if (isChoice && checked !== 'checked' in out.attributes) out.checked = checked;
    if (isChoice || out.tag === 'button') return;
    if (typeof value === 'string' && value !== (out.attributes.value ?? '')) {
      out.value = cut(value, 2_000);
    }
  };
  /** Captures the options whose state differs from their attributes; the first one is selected by default. */
  const captureOptions = (select: LiveElement) => {
    const options = select.options ?? [];
    let byDefault = select.multiple === true || Number(select.size) > 1;
    for (let i = 0; i < options.length; i++) {
      const option = options[i] as LiveOption;
      if (option.defaultSelected) byDefault = true;
    }
    for (let i = 0; i < options.length; i++) {
      const option = options[i] as LiveOption;
      const group = option.parentElement?.localName === 'optgroup' ? option.parentElement : undefined;
      const first = !byDefault && !option.disabled && group?.disabled !== true;
      if (first) byDefault = true;
      if (option.selected === (option.defaultSelected || first)) continue;
      chosen.set(option, option.selected);
    }
  };
  /** Decides visibility as the static parser does for elements that are no controls. */
  const markedHidden = (element: LiveElement, { hidden, style }: Record<string, string>) => {
    if (hidden !== undefined && !visible(element)) return 'attribute';
    if (style === undefined) return undefined;
    if (invisible.test(style)) return 'style';
    return offscreen.test(style) ? 'offscreen' : undefined;
  };
  /** Collects a visible control, and whether its markup has no caption. */
  const collectControl = (element: LiveElement, out: SerialisedElement) => {
    if (out.hidden !== undefined) return;
    screen.controls.push(out);
    const { placeholder, title, 'aria-label': aria } = out.attributes;
    const labelled = (element.labels?.length ?? 0) > 0 || Boolean(placeholder || title || aria);
    if (!labelled && CAPTIONED.test(element.type ?? '')) {
      screen.unlabelled.push({ out, at: screen.texts.length });
    }
  };
  const isCaption = (text: LiveElement) => {
    const parent = parentOf(text);
    if (parent === null || closest(parent, NO_CAPTION) !== null || !visible(parent, SEEN)) return false;
    const label = closest(parent, 'label');
    return label === null || controlOf(label) === null;
  };
  const labelByPosition = (live: LiveDocument) => {
    if (screen.unlabelled.length === 0) return;
    const range = newRange(live);
    const known = new Map<LiveElement, ElementBox>();
    const textBox = (text: LiveElement): ElementBox => {
      const measured = known.get(text);
      if (measured !== undefined) return measured;
      range.selectNodeContents(text);
      const { x, y, width, height } = range.getBoundingClientRect();
      const box = { x: x + (view?.scrollX ?? 0), y: y + (view?.scrollY ?? 0), width, height };
      known.set(text, box);
      return box;
    };
    const obstacles = screen.controls.flatMap(({ box }) => box ?? []);
    for (const { out, at } of screen.unlabelled.slice(0, MAX_UNCALLED)) {
      if (out.box === undefined) continue;
      const texts = screen.texts.slice(Math.max(0, at - MAX_AROUND), at + MAX_AROUND);
      const usable = (i: number) => isCaption(texts[i] as LiveElement);
      const text = texts[nearest(out.box, texts.map(textBox), obstacles, usable)];
      if (text !== undefined) out.visualLabel = cut(dataOf(text).replace(/\s+/g, ' ').trim(), MAX_CAPTION);
    }
  };
  const collectText = (node: LiveElement, text: string) => {
    if (text.length > 3 * MAX_CAPTION || !/\p{L}/u.test(text)) return;
    if (text.trim().length <= MAX_CAPTION) screen.texts.push(node);
  };
  const open = (element: LiveElement): SerialisedElement => {
    const tag = cut(localName(element), MAX_NAME).toLowerCase();
    const out: SerialisedElement = { tag, attributes: readAttributes(element), children: [] };
    if (namespace(element) !== HTML) return out;
    if (tag === 'form') {
      out.formKey = formKeys.size;
      formKeys.set(element, out.formKey);
    }
    if (OWNED.has(tag)) owned.push([out, element]);
    if (MEASURED.has(tag)) measure(element, out);
    const hidden = CONTROLS.has(tag) ? hiddenBecause(element, out) : markedHidden(element, out.attributes);
    if (hidden !== undefined) out.hidden = hidden;
    if (CONTROLS.has(tag)) {
      captureState(element, out);
      collectControl(element, out);
    }
    if (tag === 'select') captureOptions(element);
    const state = tag === 'option' ? chosen.get(element) : undefined;
    if (state !== undefined) out.checked = state;
    return out;
  };
  const captureCode = (script: LiveElement, out: SerialisedElement) => {
    for (let node = firstChild(script); node !== null; node = nextSibling(node))
      if (nodeType(node) === 3) out.children.push(cut(dataOf(node), MAX_CODE));
  };
  const descend = (node: LiveElement, out: SerialisedElement, level: Level, stack: Level[]) => {
    if (SILENT.has(out.tag)) {
      if (out.tag === 'style' || LINKED_DATA.test(out.attributes.type ?? '')) captureCode(node, out);
      return;
    }
    const depth = level.depth + 1;
    if (out.tag === 'iframe' || out.tag === 'frame') {
      const inner = frameOf(node, out.tag);
      if (inner !== undefined) {
        out.frame = inner;
        measure(node, out);
      }
      return;
    }
    const into = level.depth >= MAX_DEPTH ? level.into : out.children;
    stack.push({ next: firstChild(node), into, depth });
    const shadow = shadowOf(node);
    if (shadow !== null) {
      out.shadow = [];
      stack.push({ next: firstChild(shadow), into: out.shadow, depth });
    }
  };
  const walk = (root: LiveElement): SerialisedElement => {
    const top = open(root);
    const stack: Level[] = [{ next: firstChild(root), into: top.children, depth: 1 }];
    for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
      const node = level.next;
      if (node === null) {
        stack.pop();
        continue;
      }
      if (nodes >= limits.maxNodes || characters >= limits.maxCharacters) {
        truncated = true;
        break;
      }
      level.next = nextSibling(node);
      nodes++;
      const type = nodeType(node);
      if (type === 3) {
        const text = cut(dataOf(node), 20_000);
        const last = level.into.length - 1;
        if (typeof level.into[last] === 'string') level.into[last] += text;
        else level.into.push(text);
        collectText(node, text);
      }
      if (type !== 1) continue;
      const out = open(node);
      level.into.push(out);
      descend(node, out, level, stack);
    }
    return top;
  };
  const frameOf = (element: LiveElement, tag: 'iframe' | 'frame'): unknown => {
    if (frameDepth >= MAX_FRAMES_DEEP) return undefined;
    let inner: LiveDocument | null;
    try {
      inner = inFrame[tag](element);
    } catch {
      return undefined;
    }
    if (inner === null || rootOf(inner) === null) return undefined;
    const outside = [view, leftEdge, screen] as const;
    frameDepth++;
    const read = documentOf(inner);
    frameDepth--;
    [view, leftEdge, screen] = outside;
    return read;
  };
  const documentOf = (live: LiveDocument) => {
    const html = rootOf(live);
    view = viewOf(live);
    leftEdge = 0;
    screen = { controls: [], unlabelled: [], texts: [] };
    if (html !== null && view?.getComputedStyle(html).direction === 'rtl') {
      // In right-to-left pages, overflow lies to the left of the window and can be scrolled to.
      leftEdge = sizeOf(html, 'clientWidth') - sizeOf(html, 'scrollWidth');
    }
    const root = html === null ? { tag: 'html', attributes: {}, children: [] } : walk(html);
    labelByPosition(live);
    const url = urlOf(live);
    const base = baseOf(live);
    return {
      url,
      baseUrl: /^https?:/.test(base) ? base : url,
      title: titleOf(live).replace(/\s+/g, ' ').trim().slice(0, 500),
      language: (root.attributes as Record<string, string>).lang ?? '',
      root,
      truncated: false,
    };
  };

  const read = documentOf((globalThis as unknown as LiveWindow).document);
  for (const [out, element] of owned) {
    const key = element.form === null || element.form === undefined ? undefined : formKeys.get(element.form);
    if (key !== undefined) out.owner = key;
  }
  read.truncated = truncated;
  return read;
}
