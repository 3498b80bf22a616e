import { type MappingProposal, shellWord } from '@bridge/archive';

const VALUE_CHARS = 60;
const UNMAPPED_MAX = 30;
/** Maximum number of columns that are printed of a source record in an example. */
const SOURCE_MEMBERS_MAX = 12;

function percent(share: number): string {
  return `${Math.round(share * 100)} %`.padStart(5);
}

function short(value: unknown, chars = VALUE_CHARS): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(
    /[\s\p{C}]+/gu,
    ' ',
  );
  return text.length > chars ? `${text.slice(0, chars - 1)}…` : text;
}

/** Formats a proposed mapping: its fields with their paths, example records, missing fields, and the commands to use it. */
export function mappingText(proposal: MappingProposal, file: string, out: string): string {
  const { fields, sampled, unreadable, knownSource } = proposal;
  const width = Math.max(...fields.map(({ path }) => path.length));
  return [
    `The first ${sampled} records of ${file}${unreadable > 0 ? `, and ${unreadable} that cannot be read` : ''}`,
    ...(knownSource === null
      ? []
      : [
          `This is a file of ${knownSource}, which archive import reads without a mapping: npm run ctl -- archive import ${shellWord(file)}`,
        ]),
    '',
    'field             from',
    ...fields.map(
      ({ field, path, by, share, example }) =>
        `  ${field.padEnd(16)}${path.padEnd(width)}  ${percent(share)}  by ${by.padEnd(15)}  ${short(example)}`,
    ),
    '',
    `${proposal.examples.length} records, each source before its record`,
    ...proposal.examples.flatMap(exampleLines),
    '',
    ...missingLines(proposal),
    '',
    `${out} was written.${guessLine(proposal)}`,
    `Try it:    npm run ctl -- archive import ${shellWord(file)} --map ${shellWord(out)} --dry-run`,
    `Import it: npm run ctl -- archive import ${shellWord(file)} --map ${shellWord(out)}`,
  ].join('\n');
}

function exampleLines({ source, record, rejected }: MappingProposal['examples'][number]): string[] {
  const members = Object.entries(source).filter(([, value]) => value !== '' && value !== null);
  const shown = members
    .slice(0, SOURCE_MEMBERS_MAX)
    .map(([name, value]) => `${name}: ${short(value, 40)}`);
  const more =
    members.length > SOURCE_MEMBERS_MAX ? [`… ${members.length - SOURCE_MEMBERS_MAX} more`] : [];
  const head = `  - ${[...shown, ...more].join(' | ')}`;
  if (record === null) return [head, `    → no record: ${String(rejected)}`];
  const { id, title, creators, date, form, medium, links, mediaRights } = record;
  const years = date.from === null ? 'no years' : `${date.from}–${date.to ?? ''}`;
  const facts = [
    `“${short(title)}”`,
    creators.map(({ name }) => name).join('; ') || 'no maker',
    `${date.text === '' ? 'no date' : short(date.text, 30)} (${years})`,
    form === '' ? 'no form' : form,
    ...(medium === undefined ? [] : [short(medium, 40)]),
    links.image === undefined ? 'no image' : 'image',
    mediaRights.replace(/^https?:\/\/(?:www\.)?/, ''),
  ];
  return [head, `    → ${id}  ${facts.join(' | ')}`];
}

function missingLines({ empty, unmapped, coverage, repeatedIds }: MappingProposal): string[] {
  const low = coverage.filter(({ share }) => share < 0.9);
  return [
    ...(low.length === 0 ? [] : ['Records that have it after the mapping']),
    ...low.map(
      ({ fact, share }) => `  ${fact.padEnd(14)}${percent(share)}${MAPPING_HINTS[fact] ?? ''}`,
    ),
    ...(repeatedIds.length === 0
      ? []
      : [
          `Several records have the same id, and only the last of each is kept: ${repeatedIds
            .slice(0, 5)
            .map((id) => short(id, 30))
            .join(', ')}. Choose another path for "id".`,
        ]),
    ...(empty.length === 0 ? [] : [`Fields without a path: ${empty.join(', ')}`]),
    ...(unmapped.length === 0 ? [] : ['Paths of the file that no field reads']),
    ...unmapped
      .slice(0, UNMAPPED_MAX)
      .map(({ path, share, example }) => `  ${percent(share)}  ${path}  ${short(example)}`),
    ...(unmapped.length > UNMAPPED_MAX ? [`  … ${unmapped.length - UNMAPPED_MAX} more`] : []),
  ];
}

const MAPPING_HINTS: Readonly<
  Partial<Record<MappingProposal['coverage'][number]['fact'], string>>
> = {
  years:
    '  dates as text are read in English, German, French, Spanish, Italian, Dutch, Polish and Czech',
  form: '  "classification" and "medium" decide it; without them type: filters find nothing',
  'known rights': '  add "rights" with the URI of a statement when one holds for all',
};

function guessLine({ guessed, mapping }: MappingProposal): string {
  if (guessed.length === 0) return '';
  const pairs = guessed.map((name) => `${name} “${mapping[name]}”`).join(', ');
  return ` From the name of the file: ${pairs}. Correct them in it, or give --${guessed.join(', --')}.`;
}
