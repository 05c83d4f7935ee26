import type { CommandEntry } from '../../../interfaces/terminal/index.ts';

/** The commands of the laboratory, as the list of commands shows them. */
export const LABORATORY_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'label',
    description:
      'label forms by hand: labels override rules and models, and the next training learns from them',
    args: { '<what>': 'an address, an HTML file, a WARC archive, or the number of a run' },
    load: async () => (await import('./label.ts')).labelCommand,
  },
  {
    name: 'train',
    description: 'train the classifiers on labelled data',
    commands: [
      {
        name: 'forms',
        description: 'train the form classifier, cross-validate it, and write model and model card',
        load: async () => (await import('./train.ts')).trainFormsCommand,
      },
      {
        name: 'domains',
        description:
          'train the classifier that tells the domain of a search form, and write model and model card',
        load: async () => (await import('./domains.ts')).trainDomainsCommand,
      },
      {
        name: 'rankers',
        description:
          'train the rankers of links and sites on earlier harvests, and write model and model card',
        load: async () => (await import('./train-rankers.ts')).trainRankersCommand,
      },
    ],
  },
  {
    name: 'evaluate',
    description: 'measure how well the classifiers judge labelled data',
    commands: [
      {
        name: 'forms',
        description: 'score search vs non-search forms, and the eight types of forms',
        load: async () => (await import('./evaluate.ts')).evaluateFormsCommand,
      },
      {
        name: 'fields',
        description: 'score the meanings of fields against annotated fields',
        load: async () => (await import('./evaluate.ts')).evaluateFieldsCommand,
      },
      {
        name: 'domains',
        description: 'score the domains of search forms against hand labels or practice webs',
        load: async () => (await import('./domains.ts')).evaluateDomainsCommand,
      },
      {
        name: 'submissions',
        description: 'predict the status of a query: KNN and SVM on the queries of a run',
        load: async () => (await import('./evaluate-submissions.ts')).evaluateSubmissionsCommand,
      },
      {
        name: 'topics',
        description:
          'score how well on-topic pages are recognised: knowledge, seed pages, three steps, anchor text, raters',
        load: async () => (await import('./evaluate-topics.ts')).evaluateTopicsCommand,
      },
    ],
  },
];
