import { aic } from './aic.ts';
import { cmoa, teenie } from './cmoa.ts';
import { met } from './met.ts';
import { moma } from './moma.ts';
import { ngaMedia } from './nga-media.ts';
import { nypl } from './nypl.ts';
import { smithsonian } from './smithsonian.ts';
import type { RecordSource } from './source.ts';
import { tate } from './tate.ts';
import { walters } from './walters.ts';
import { wcma } from './wcma.ts';

/** All built-in sources. A new source is a file in this folder and a line here. */
export const SOURCES: readonly RecordSource[] = [
  moma,
  tate,
  cmoa,
  teenie,
  walters,
  wcma,
  nypl,
  ngaMedia,
  aic,
  met,
  smithsonian,
];

const BY_NAME = new Map(SOURCES.map((source) => [source.name, source]));

/** Returns the built-in source of this name; undefined when there is none. */
export function sourceNamed(name: string): RecordSource | undefined {
  return BY_NAME.get(name);
}
