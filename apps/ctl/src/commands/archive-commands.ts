import type { CtlCommand } from '../command.ts';
import { archiveRollback, archiveSources, archiveStats } from './archive.ts';
import { archiveExplain } from './archive-explain.ts';
import { archiveEval } from './archive-eval.ts';
import { archiveRemove } from './archive-remove.ts';
import { archiveMap } from './archive-map.ts';
import { archiveHarvest } from './archive-harvest.ts';
import { archivePrepare } from './archive-prepare.ts';
import { archiveQueries } from './archive-queries.ts';
import { archiveReport } from './archive-report.ts';
import { archiveImport } from './archive-import.ts';

/** The `ctl archive` commands, in the order in which the help lists them. */
export const ARCHIVE_COMMANDS: readonly CtlCommand[] = [
  archiveImport,
  archiveMap,
  archiveRemove,
  archiveHarvest,
  archiveStats,
  archiveSources,
  archiveRollback,
  archiveEval,
  archiveExplain,
  archiveReport,
  archiveQueries,
  archivePrepare,
];
