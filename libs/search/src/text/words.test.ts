import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';
import { foldedWords, indexWords, WORD_CHARS_MAX } from './words.ts';

describe('folding', () => {
  it.each([
    ['Dürer', 'durer'],
    ['DÜRER', 'durer'],
    ['Sèvres', 'sevres'],
    ['Œuvre', 'oeuvre'],
    ['Æneas', 'aeneas'],
    ['Straße', 'strasse'],
    ['Jørgen Łódź', 'jorgen lodz'],
    ['İstanbul', 'istanbul'],
    ['Qur’an', "qur'an"],
    ['ʿAbd al-Ḥamīd', "'abd al-hamid"],
    ['ﬁn de siècle', 'fin de siecle'],
  ])('reads %s as %s, in every engine', (given, folded) => {
    expect(fold(given)).toBe(folded);
  });

  it('is idempotent for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => fold(fold(text)) === fold(text)),
    );
  });
});

describe('words', () => {
  it.each([
    ["Campbell's Soup Cans", ['campbell', 'soup', 'can']],
    ["Christina's World", ['christina', 'world']],
    ["O'Keeffe", ['okeeffe']],
    ["L'homme à l'œuvre", ['l', 'homme', 'a', 'l', 'oeuvre']],
    ["Les Demoiselles d'Avignon", ['les', 'demoiselle', 'd', 'avignon']],
    ['Qur’an / Koran', ['quran', 'quran']],
    ['watercolours', ['watercolor']],
    ['Dancers, dishes and boxes', ['dancer', 'dish', 'and', 'box']],
    ['Venus glass tennis', ['venus', 'glass', 'tennis']],
    ['Pre-Raphaelite', ['pre', 'raphaelite']],
    ['富士山', ['富', '士', '山']],
    ['Портрет женщины', ['портрет', 'женщины']],
    ['🎨 !!! ---', []],
  ])('of %s are the same however they are typed', (text, words) => {
    expect(indexWords(text)).toEqual(words);
  });

  it('never hold a blank, a quote or more than their longest length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) =>
        foldedWords(text).every(
          (word) => word !== '' && word.length <= WORD_CHARS_MAX && !/[\s"'*^:()]/.test(word),
        ),
      ),
    );
  });
});
