import { Command } from 'commander';
import { knowledgeBuildCommand } from './knowledge-build.ts';
import { knowledgeJudgeCommand } from './knowledge-judge.ts';
import {
  knowledgeExportCommand,
  knowledgeImportCommand,
  knowledgeQueryCommand,
  knowledgeServeCommand,
} from './knowledge-rdf.ts';
import { knowledgeForgetCommand, knowledgeShowCommand } from './knowledge-show.ts';

export function knowledgeCommand(): Command {
  return new Command('knowledge')
    .description('tell what pages are about, by a knowledge schema built from example pages')
    .addCommand(knowledgeBuildCommand())
    .addCommand(knowledgeShowCommand())
    .addCommand(knowledgeJudgeCommand())
    .addCommand(knowledgeExportCommand())
    .addCommand(knowledgeImportCommand())
    .addCommand(knowledgeQueryCommand())
    .addCommand(knowledgeServeCommand())
    .addCommand(knowledgeForgetCommand());
}
