import type { NamedEntityWithDocumentCount, IndexVocabulary } from '@bridge/search';
import { NOTHING_LEARNED, type StoredLearnedTermsAndNations } from '../learn/learned.ts';
import { withoutFacts } from '../learn/without-facts.ts';
import { nameKey } from '../record/name-key.ts';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Name of the attachment (bytes stored with an index version) that contains its lexicon: words, names and learned facts. */
export const LEXICON = 'lexicon';

/** The lexicon of an index version as stored: its words, its entities (such as makers), spellings of names, learned facts. */
export interface StoredLexicon {
  readonly words: string;
  readonly entities: readonly (readonly [kind: string, name: string, documents: number])[];
  /** Other spellings of creators' names. A creator is given by its index in `entities`. */
  readonly spellings: readonly (readonly [entity: number, ...spellings: string[]])[];
  readonly learned: StoredLearnedTermsAndNations;
}

/** Packs the lexicon of an index version into bytes. `groups`: spellings of each person in the name tables. */
export function packLexicon(
  vocabulary: IndexVocabulary,
  counted: readonly NamedEntityWithDocumentCount[],
  groups: readonly (readonly string[])[],
  learned: StoredLearnedTermsAndNations = NOTHING_LEARNED,
): Uint8Array {
  const entities = withoutFacts(counted).map(({ entity, documents }) => {
    const cut = entity.indexOf(':');
    return [entity.slice(0, cut), entity.slice(cut + 1), documents] as const;
  });
  const text: StoredLexicon = {
    words: vocabulary.words.join('\n'),
    entities,
    spellings: spellingsOf(entities, groups),
    learned,
  };
  const json = JSON.stringify(text);
  const { buffer, byteOffset, byteLength } = vocabulary.documents;
  // All parts are written into one buffer, because copies of them would raise the peak memory of an import.
  const size = Buffer.byteLength(json);
  const raw = Buffer.allocUnsafeSlow(4 + size + byteLength);
  raw.writeUInt32LE(size);
  raw.write(json, 4, 'utf8');
  raw.set(new Uint8Array(buffer, byteOffset, byteLength), 4 + size);
  return zstdCompressSync(raw);
}

/**
 * Returns other spellings for creators in the index. A person of a name table is the creator with whose name one of the
 * person's spellings agrees.
 */
function spellingsOf(
  entities: readonly (readonly [string, string, number])[],
  groups: readonly (readonly string[])[],
): StoredLexicon['spellings'] {
  const byName = new Map<string, number>();
  for (const [at, [kind, name]] of entities.entries())
    if (kind === 'creator') byName.set(nameKey(name), at);
  const found = new Map<number, Set<string>>();
  for (const group of groups) {
    if (group.length < 2) continue;
    const at = group
      .map((spelling) => byName.get(nameKey(spelling)))
      .find((one) => one !== undefined);
    if (at === undefined) continue;
    const own = nameKey(entities[at]?.[1] ?? '');
    const others = found.get(at) ?? new Set<string>();
    for (const spelling of group) if (nameKey(spelling) !== own) others.add(spelling);
    if (others.size > 0) found.set(at, others);
  }
  return [...found].map(([at, others]) => [at, ...others] as const);
}

/** Unpacks the bytes of a lexicon. `counts`: number of documents with each word, by field. */
export function unpackLexicon(bytes: Uint8Array): {
  readonly stored: StoredLexicon;
  readonly counts: Uint32Array;
} {
  const raw = zstdDecompressSync(bytes);
  const size = raw.readUInt32LE(0);
  // The bytes were written by packLexicon, so they need no check.
  const stored = JSON.parse(raw.toString('utf8', 4, 4 + size)) as StoredLexicon;
  return {
    stored,
    counts: new Uint32Array(
      raw.buffer.slice(raw.byteOffset + 4 + size, raw.byteOffset + raw.length),
    ),
  };
}
