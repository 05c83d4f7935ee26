/** What the forms room hands on: forms as plain data, and the verdict on each. */

import type { FormTrigger } from '../foundation/browser/index.ts';
import type { FieldMeaning } from './semantics/field-meaning.ts';

export type LabelSource =
  | 'label' // <label for>
  | 'wrapping' // <label> around the control
  | 'aria' // aria-labelledby, aria-label
  | 'tool' // toolparamtitle, toolparamdescription (WebMCP: what the control is, told to agents)
  | 'legend' // legend of the fieldset around a radio group
  | 'placeholder'
  | 'title'
  | 'table' // the cell before, or the head of the column
  | 'neighbour' // text that stands directly before the control (after it for radio buttons and checkboxes)
  | 'value' // a text control whose start value serves as its label
  | 'visual' // the nearest text to the left or above on the screen (browser only)
  | 'name'
  | 'none';

type HiddenBecause = 'type' | 'attribute' | 'style' | 'size' | 'offscreen' | 'ancestor';

/** Finite: choose from options. Open: type what you like. None: nothing a user fills in. */
export type ValueDomain = 'finite' | 'open' | 'none';

export interface ControlOption {
  readonly value: string;
  readonly label: string;
  readonly group?: string;
  readonly selected?: boolean;
  /** The option for all values (“all”, “any”, “—”). */
  readonly any?: boolean;
}

export interface FormControl {
  readonly name: string;
  readonly id: string;
  readonly tag: 'input' | 'select' | 'textarea';
  /** As browsers resolve it: unknown input types are `text`; selects are `select-one` or `select-multiple`. */
  readonly type: string;
  readonly label: string;
  readonly labelSource: LabelSource;
  /** Of a select, a radio group (one control), a checkbox (itself), or an input's datalist. */
  readonly options: readonly ControlOption[];
  readonly domain: ValueDomain;
  /** Its default value. */
  readonly value: string;
  readonly checked: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly multiple: boolean;
  readonly pattern: string;
  readonly min: string;
  readonly max: string;
  readonly step: string;
  readonly maxLength?: number;
  readonly placeholder: string;
  readonly autocomplete: string;
  readonly classes: string;
  /** A change handler submits the form or navigates. */
  readonly submitsOnChange: boolean;
  readonly visible: boolean;
  readonly hiddenBecause?: HiddenBecause;
  /** What a person says it asks for; it wins over all that is read from it. */
  readonly corrected?: FieldMeaning;
}

export interface SubmitControl {
  /** `button` and `link` act by script alone. */
  readonly type: 'submit' | 'image' | 'button' | 'link';
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly id: string;
  readonly classes: string;
  /** File name of a picture button, script of a link: words that only markup shows. */
  readonly marker: string;
  readonly visible: boolean;
  /** Resolved `formaction`, where the button overrides the form. */
  readonly action?: string;
  readonly method?: FormMethod;
}

export type FormMethod = 'get' | 'post' | 'dialog';

/** By an OpenSearch description that the page links to, by a `SearchAction` of schema.org, or by links to answers. */
export type AnnouncedBy = 'opensearch' | 'search-action' | 'links';

export interface FormLocation {
  readonly kind: 'document' | 'frame' | 'shadow';
  readonly hasFormTag: boolean;
  /** Address of the frame's document. */
  readonly frameUrl?: string;
  /** The page announces this search in linked data, OpenSearch or links to its answers. */
  readonly announced?: AnnouncedBy;
  /** The page shows no such form: it was made of what the page announces. */
  readonly unseen?: true;
  /** It is there only once this was pressed. */
  readonly openedBy?: FormTrigger;
}

export interface Form {
  /**
   * 16 hex digits: the same form on every page and in every run of a site. Built from structure alone; token values,
   * selected values and the page it stands on do not count.
   */
  readonly id: string;
  readonly where: FormLocation;
  /** Position among the page's forms in document order, forms without a tag included. */
  readonly index: number;
  /** The tree's number of the `<form>` element; absent where there is none. */
  readonly formKey?: number;
  /** Absolute http(s) address; the document's own where the action is empty or no address. */
  readonly action: string;
  readonly actionKind: 'address' | 'empty' | 'script';
  readonly method: FormMethod;
  readonly enctype: string;
  readonly name: string;
  readonly htmlId: string;
  readonly classes: string;
  readonly role: string;
  /** aria-label, title or script handler words of the form element. */
  readonly ariaLabel: string;
  /** Ids and classes of the elements around it, nearest first. */
  readonly container: string;
  readonly controls: readonly FormControl[];
  readonly submits: readonly SubmitControl[];
  /** Visible text inside, at most 2,000 characters. */
  readonly text: string;
  /** The heading or legend before it. */
  readonly heading: string;
  /** Links and pictures inside the form element: a form round half a page has many. */
  readonly links: number;
  readonly images: number;
  /** It contains a captcha's element, script, frame or picture. */
  readonly captcha: boolean;
  readonly visible: boolean;
}

/** What a verdict may know of the page besides the form. */
export interface FormContext {
  readonly url: string;
  readonly title: string;
  readonly forms: number;
}

export const FORM_TYPES = [
  'search',
  'login',
  'registration',
  'recovery',
  'contact',
  'mailing-list',
  'order',
  'other',
] as const;
export type FormType = (typeof FORM_TYPES)[number];

/** What decides where no rule does: the support vector machine, the nearest neighbours, or the mean of what both say. */
export const JUDGES = ['svm', 'knn', 'both'] as const;
export type JudgeKind = (typeof JUDGES)[number];

export interface WeightedFeature {
  readonly feature: string;
  readonly value: number;
  /** Share of the decision value that the feature carries; above zero speaks for a search form. */
  readonly weight: number;
}

/** A labelled form that another one is like. */
export interface Neighbour {
  readonly type: FormType;
  /** Euclidean, over the scaled features. */
  readonly distance: number;
  /** File and line of its numbers. */
  readonly row: string;
  /** The page it was labelled on, where that is known. */
  readonly url?: string;
}

/** What both learners say of a form, whichever of them decides. */
export interface LearnerOpinions {
  /** Probability of the support vector machine that it is searchable. */
  readonly svm: number;
  /** Share of search forms among the k nearest labelled forms. */
  readonly knn: number;
  /** The five nearest, the nearest first. */
  readonly neighbours: readonly Neighbour[];
}

export type FormVerdict = {
  /** Absent in verdicts of earlier versions, and where nothing was compared with. */
  readonly learners?: LearnerOpinions;
} & (
  | {
      readonly kind: 'rejected';
      readonly rule: string;
      readonly evidence: string;
      readonly searchable: false;
      readonly type: FormType;
    }
  | {
      readonly kind: 'classified';
      readonly searchable: boolean;
      readonly type: FormType;
      /** Probability that the form is searchable, 0–1. */
      readonly score: number;
      /** Name and hash of the model that judged. */
      readonly model: string;
      readonly weightiest: readonly WeightedFeature[];
    }
);
