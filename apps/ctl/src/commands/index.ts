import type { CtlCommand } from '../command.ts';
import { adopt } from './adopt.ts';
import { ARCHIVE_COMMANDS } from './archive-commands.ts';
import { auditHeads, auditVerify } from './audit.ts';
import { blobsVerify } from './blobs.ts';
import { configPrint } from './config.ts';
import { creditsGrant, creditsRefund, creditsShow } from './credits.ts';
import { doctor } from './doctor.ts';
import { keysCreate, keysList, keysRevoke, keysRotate } from './keys.ts';
import { migrate } from './migrate.ts';
import { ownerCreate } from './owner.ts';
import { storePrepare } from './store.ts';

/** All commands of `ctl`, in the order in which its help lists them. */
export const COMMANDS: readonly CtlCommand[] = [
  ownerCreate,
  keysCreate,
  keysList,
  keysRevoke,
  keysRotate,
  creditsGrant,
  creditsRefund,
  creditsShow,
  migrate,
  adopt,
  storePrepare,
  doctor,
  configPrint,
  auditVerify,
  auditHeads,
  blobsVerify,
  ...ARCHIVE_COMMANDS,
];
