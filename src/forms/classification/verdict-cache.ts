import type { Form, FormContext, FormVerdict } from '../form.ts';
import { pageFeaturesOf } from './features.ts';
import { type JudgeOptions, judgeForm } from './judge.ts';
import type { FormsModel } from './model.ts';

const MAX_VERDICTS = 500;
/** Longer forms are met too rarely to be kept. */
const MAX_KEY = 20_000;

/** Judges forms as `judgeForm` does, and each once: a site shows the same search form on most of its pages. */
export class VerdictCache {
  private readonly model: FormsModel;
  private readonly options: Omit<JudgeOptions, 'context'>;
  private readonly verdicts = new Map<string, FormVerdict>();

  constructor(model: FormsModel, options: Omit<JudgeOptions, 'context'>) {
    this.model = model;
    this.options = options;
  }

  judge(form: Form, context: FormContext): FormVerdict {
    const key = JSON.stringify([pageFeaturesOf(form, context), form]);
    const known = this.verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = judgeForm(form, this.model, { ...this.options, context });
    if (this.verdicts.size >= MAX_VERDICTS) this.verdicts.clear();
    if (key.length <= MAX_KEY) this.verdicts.set(key, verdict);
    return verdict;
  }
}
