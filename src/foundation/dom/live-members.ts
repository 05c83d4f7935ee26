import type { ElementBox } from './tree.ts';

export interface LiveElement {
  readonly type?: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly form?: LiveElement | null;
  readonly multiple?: boolean;
  readonly size?: number;
  readonly options?: ArrayLike<LiveOption>;
  readonly labels?: ArrayLike<LiveElement> | null;
}
export interface LiveOption extends LiveElement {
  readonly selected: boolean;
  readonly defaultSelected: boolean;
  readonly disabled: boolean;
  readonly parentElement: { readonly localName: string; readonly disabled?: boolean } | null;
}
export type LiveDocument = object;
interface LiveRange {
  selectNodeContents(node: LiveElement): void;
  getBoundingClientRect(): ElementBox;
}
export interface LiveWindow {
  readonly document: LiveDocument;
  readonly scrollX: number;
  readonly scrollY: number;
  getComputedStyle(element: LiveElement): { readonly display: string; readonly direction: string };
}

/**
 * Returns DOM getters and methods from prototypes, because a field named `attributes` shadows its form's property of that
 * name.
 *
 * Self-contained: its source is sent to the browser, so it can use nothing from outside itself.
 */
export function liveMembers() {
  const globals = globalThis as unknown as Record<string, { prototype: object }>;
  const member = (type: string, name: string) =>
    Object.getOwnPropertyDescriptor(globals[type]?.prototype ?? {}, name) ?? {};
  const getter = <T>(type: string, name: string): ((of: object) => T) => {
    const { get } = member(type, name);
    return (of) => (get as () => T).call(of);
  };
  const method = <T>(name: string, type = 'Element'): ((of: object, argument?: unknown) => T) => {
    const { value } = member(type, name);
    return (of, argument) => (value as (argument: unknown) => T).call(of, argument);
  };
  return {
    nodeType: getter<number>('Node', 'nodeType'),
    firstChild: getter<LiveElement | null>('Node', 'firstChild'),
    nextSibling: getter<LiveElement | null>('Node', 'nextSibling'),
    dataOf: getter<string>('CharacterData', 'data'),
    baseOf: getter<string>('Node', 'baseURI'),
    localName: getter<string>('Element', 'localName'),
    namespace: getter<string | null>('Element', 'namespaceURI'),
    namesOf: method<readonly string[]>('getAttributeNames'),
    attributeOf: method<string | null>('getAttribute'),
    shadowOf: getter<LiveElement | null>('Element', 'shadowRoot'),
    visible: method<boolean>('checkVisibility'),
    boxOf: method<ElementBox>('getBoundingClientRect'),
    parentOf: getter<LiveElement | null>('Node', 'parentElement'),
    closest: method<LiveElement | null>('closest'),
    controlOf: getter<LiveElement | null>('HTMLLabelElement', 'control'),
    newRange: method<LiveRange>('createRange', 'Document'),
    rootOf: getter<LiveElement | null>('Document', 'documentElement'),
    viewOf: getter<LiveWindow | null>('Document', 'defaultView'),
    inFrame: {
      iframe: getter<LiveDocument | null>('HTMLIFrameElement', 'contentDocument'),
      frame: getter<LiveDocument | null>('HTMLFrameElement', 'contentDocument'),
    },
    /** Size of the document's root, such as `clientWidth`. */
    sizeOf: (root: LiveElement, name: string) => getter<number>('Element', name)(root),
    urlOf: getter<string>('Document', 'URL'),
    titleOf: getter<string>('Document', 'title'),
  };
}
