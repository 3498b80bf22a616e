import type { SearchField } from '@bridge/search';
import { isColor } from '../terms/colors.ts';
import { type PositionedQueryUnit, withoutKind, wordsBetween } from './positioned-unit.ts';

/** Words between the subject of a work and a thing that the work shows with it: "woman with a clock". */
const BESIDE: ReadonlySet<string> = new Set(
  'with near behind beside under at by mit avec con met'.split(' '),
);

/**
 * Removes the kind of work from units that name things shown beside a subject: "woman with a clock" names no clock as the
 * wanted work, so a photograph is as good a match as a clock.
 */
export function markShownThings(units: PositionedQueryUnit[], typed: readonly string[]): void {
  for (const [number, one] of units.entries()) {
    const before = units[number - 1];
    if (before === undefined || one.unit.kindOfWork === undefined) continue;
    const between = wordsBetween(before, one, typed);
    const isActedOn = before.length === 1 && (typed[before.at] ?? '').endsWith('ing') && number > 1;
    if (isActedOn || between.some((word) => BESIDE.has(word)))
      units[number] = { ...one, unit: withoutKind(one.unit) };
  }
}

const SUBJECT_FIELDS: readonly SearchField[] = ['title', 'subject', 'group', 'text'];

/**
 * Restricts a color before a subject to the fields that describe what a work shows: an etching "printed in black" that
 * shows a cat does not answer "black cat". The color of an object or of a technique can be named in the medium.
 */
export function markShownColors(units: PositionedQueryUnit[], typed: readonly string[]): void {
  for (const [number, one] of units.entries()) {
    const next = units[number + 1];
    if (next === undefined || !isColor(one.unit.text) || one.unit.fields !== undefined) continue;
    const isBesideSubject =
      next.unit.kind === 'word' &&
      next.unit.kindOfWork === undefined &&
      wordsBetween(one, next, typed).length === 0;
    if (isBesideSubject) units[number] = { ...one, unit: { ...one.unit, fields: SUBJECT_FIELDS } };
  }
}
