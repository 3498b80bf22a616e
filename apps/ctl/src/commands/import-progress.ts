import type { ImportEvent } from '@bridge/archive';
import { complain, progress, watched } from '../terminal.ts';
import type { BadRecordFile } from './bad-record-file.ts';

function number(text: string): string {
  return Number(text).toLocaleString('en');
}

/**
 * Makes the function that prints import events to standard error: on a terminal as one line that is overwritten, elsewhere as
 * JSON lines. Records that cannot be imported are written to `report` (the file of --report) instead.
 */
export function progressReporter(
  report: BadRecordFile | undefined,
  json: boolean,
): (event: ImportEvent) => void {
  return (event) => {
    if (event.event === 'bad') {
      report?.write(event.record);
      return;
    }
    if (!watched() || json) {
      complain(JSON.stringify(event));
      return;
    }
    if (event.event === 'progress') {
      const { source, read, expected, percent, perSecond, bad, etaSeconds } = event;
      progress(
        `  ${source.padEnd(10)} ${number(String(read))}/${number(String(expected))}  ${Math.round(percent)} %  ${number(String(Math.round(perSecond)))}/s  bad ${bad}  eta ${Math.round(etaSeconds)} s`,
      );
    } else if (event.event === 'refused') complain(`\n  ${event.file}: ${event.sentence}`);
    else if (event.event === 'change') complain(`\n  ${JSON.stringify(event.change)}`);
    else if (event.event === 'step') progress(`  ${event.step}…`);
    else complain(`\n  ${event.event}: ${event.file}`);
  };
}
