import { expect, test } from 'vitest';
import { NOT_EVALUATED, rightsFromWords } from './rights.ts';
import { worldDate } from './world-dates.ts';
import { worldForm } from './world-forms.ts';

test.each([
  ['um 1880', 1880, 1880, 'circa'],
  ['nach 1900', 1900, 1900, 'after'],
  ['zwischen 1890 und 1900', 1890, 1900, 'range'],
  ['1880er Jahre', 1880, 1889, 'range'],
  ['1. Hälfte 19. Jh.', 1800, 1849, 'century'],
  ['3. Viertel 19. Jh.', 1850, 1874, 'century'],
  ['18./19. Jh.', 1700, 1899, 'century'],
  ['1200 v. Chr.', -1200, -1200, 'exact'],
  ['300 vor Christus', -300, -300, 'exact'],
  ['1. Jh. n. Chr.', 0, 99, 'century'],
  ['2. Hälfte des 4. Jhs. v. Chr.', -350, -300, 'century'],
  ['5e siècle avant J.-C.', -500, -400, 'century'],
  ['1er siècle après Jésus-Christ', 0, 99, 'century'],
  ['IVe siècle av. J.-C.', -400, -300, 'century'],
  ['siglo II a. C.', -200, -100, 'century'],
  ['15. bis 16. Jahrhundert', 1400, 1599, 'century'],
  ['XVIe et XVIIe siècles', 1500, 1699, 'century'],
  ['fin XVIe - début XVIIe siècle', 1575, 1625, 'century'],
  ['siglos XVI-XVII', 1500, 1699, 'century'],
  ['XVI-XVII w.', 1500, 1699, 'century'],
  ['1920er und 1930er', 1920, 1939, 'range'],
  ['frühe 1920er Jahre', 1920, 1924, 'range'],
  ['12.03.1899', 1899, 1899, 'exact'],
  ['vers 1890', 1890, 1890, 'circa'],
  ['2e moitié du XVIIIe siècle', 1750, 1799, 'century'],
  ['début XXe siècle', 1900, 1925, 'century'],
  ['années 1920', 1920, 1929, 'range'],
  ['siglo XIX', 1800, 1899, 'century'],
  ['XIX secolo', 1800, 1899, 'century'],
  ['19e eeuw', 1800, 1899, 'century'],
  ['XIX w.', 1800, 1899, 'century'],
  ['19. století', 1800, 1899, 'century'],
  ['late 18th century', 1775, 1799, 'century'],
  ['o. J.', null, null, 'none'],
])('the date “%s” is read as %s to %s', (text, from, to, certainty) => {
  expect(worldDate(text, 2_027)).toEqual({ text, from, to, certainty });
});

test.each([
  [['Gemälde'], '', 'painting'],
  [['Inventarstück'], 'Öl auf Leinwand', 'painting'],
  [['Dessin'], 'Fusain sur papier', 'drawing'],
  [['Plakat'], 'Lithografie', 'poster'],
  [[], 'Silbergelatineabzug', 'photograph'],
  [['Céramique'], 'Porcelaine', 'ceramic'],
  [['Etching'], '', 'print'],
  [['Sonstiges'], '', ''],
])('the kinds %j in “%s” are of the form “%s”', (kinds, medium, form) => {
  expect(worldForm(kinds, medium)).toBe(form);
});

test.each([
  ['Gemeinfrei', 'https://creativecommons.org/publicdomain/mark/1.0/'],
  ['Domaine public', 'https://creativecommons.org/publicdomain/mark/1.0/'],
  ['CC BY-SA 4.0', 'https://creativecommons.org/licenses/by-sa/4.0/'],
  ['Tous droits réservés', 'http://rightsstatements.org/vocab/InC/1.0/'],
  // A licence without a version number is not identified.
  ['CC BY', NOT_EVALUATED],
  ['siehe Akte', NOT_EVALUATED],
])('the rights “%s” are %s', (words, uri) => {
  expect(rightsFromWords(words)).toBe(uri);
});
