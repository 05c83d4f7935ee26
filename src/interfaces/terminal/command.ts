import type { z } from 'zod';

/** A command as the list of commands shows it; its options and its work are loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** A sentence for each argument, as commander takes it: `<page>`, `[run]`, `[words...]`. */
  readonly args?: Readonly<Record<string, string>>;
  /** True where an argument may look like an option. */
  readonly anyArgument?: true;
  readonly load?: () => Promise<LoadedCommand>;
  readonly commands?: readonly CommandEntry[];
}

export interface LoadedCommand {
  readonly options: z.ZodObject;
  /** Stands below the options in the help: examples, exit codes. */
  readonly help?: string;
  readonly run: (...call: never) => Promise<void>;
}

/** Options with their defaults; those without are absent where nobody gave them. */
export type FlagsOf<Options extends z.ZodType> = {
  [Name in keyof z.output<Options>]: Exclude<z.output<Options>[Name], undefined>;
};

/** Joins options and work of a command. `run` gets the options with defaults, each argument, and the options without defaults. */
export const command = <Options extends z.ZodObject, Args extends readonly unknown[]>(parts: {
  readonly options: Options;
  readonly help?: string;
  run(flags: FlagsOf<Options>, ...args: Args): Promise<void>;
}): LoadedCommand => parts;
