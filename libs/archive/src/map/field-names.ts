import { fold } from '@bridge/search/documents';
import type { OperatorRecordMapping } from '../sources/generic.ts';

/** Name of a field of archive records in a mapping file, such as `title`. */
export type MappingFieldName = keyof OperatorRecordMapping['fields'];

/**
 * For each field of a mapping, the names of columns in which museums store it, in several languages, in lower case and without
 * accents. More usual names come first.
 */
export const FIELD_NAMES: Readonly<Record<MappingFieldName, readonly string[]>> = {
  id: words(
    'id, identifier, object id, objectid, record id, recordid, item id, uuid, guid, system number, key, pid, ark, ' +
      'objekt id, objektid, objektnummer id, datensatz id, identifikator, kennung, identifiant, id notice, identificador, identificatore, identificatie, identyfikator, identifikator',
  ),
  title: words(
    'title, object title, name, object name title, label, caption, main title, display title, ' +
      'titel, objekttitel, bezeichnung, benennung, werktitel, objektbezeichnung, titre, intitule, denomination titre, appellation, ' +
      'titulo, nombre, titolo, denominazione, omschrijving titel, objectnaam titel, tytul, nazwa, nazev, titul, otsikko, titel svenska',
  ),
  creator: words(
    'creator, artist, maker, author, photographer, painter, sculptor, architect, designer, engraver, artist display name, artist name, creators, artists, constituent, attribution, ' +
      'kunstler, kunstlerin, kunstler in, urheber, urheberin, hersteller, fotograf, fotografin, maler, autor, verfasser, verfasserin, schopfer, person, kunstlername, ' +
      'artiste, auteur, auteurs, createur, createur executant, fabricant, photographe, peintre, artista, autor autora, creador, fotografo, pintor, autore, creatore, ' +
      'contributor, contributor name, contributors, kunstenaar, vervaardiger, maker naam, schilder, tworca, artysta, autor dila, umelec, tekija, konstnar',
  ),
  date: words(
    'date, dating, date text, object date, creation date, date created, created, date display, display date, production date, date of creation, year, period date, ' +
      'datum, datierung, entstehungszeit, entstehungsdatum, herstellungsdatum, jahr, zeitraum, zeit, datation, date de creation, date creation, annee, epoque date, millesime, ' +
      'fecha, datacion, ano, fecha de creacion, data, datazione, cronologia, anno, data di creazione, datering, jaar, vervaardigingsdatum, data powstania, rok, datace, data de criacao',
  ),
  year_from: words(
    'year from, date from, earliest, begin date, object begin date, date begin, date start, start date, earliest date, first year, year begin, date early, creation date earliest, date begin year, ' +
      'jahr von, datum von, von, von jahr, beginn, anfangsjahr, datierung von, fruhestens, annee debut, date debut, debut, annee de debut, date min, ' +
      'ano inicio, fecha inicio, desde, ano inicial, data inizio, anno inizio, da anno, dal, jaar van, datum vroegst, van, begindatum, rok od, data od, od',
  ),
  year_to: words(
    'year to, date to, latest, end date, object end date, date end, date stop, latest date, last year, year end, date late, creation date latest, date end year, ' +
      'jahr bis, datum bis, bis, bis jahr, ende, endjahr, datierung bis, spatestens, annee fin, date fin, fin, annee de fin, date max, ' +
      'ano fin, fecha fin, hasta, ano final, data fine, anno fine, ad anno, al, jaar tot, datum laatst, tot, einddatum, rok do, data do, do',
  ),
  medium: words(
    'medium, material, materials, technique, material and technique, medium and support, materials techniques, support, ' +
      'werkstoff, technik, material technik, material und technik, materialien, werkstoffe, matiere, materiau, materiaux, technique materiaux, materiaux et techniques, materiaux techniques, support materiau, ' +
      'tecnica, materiales, tecnica y materiales, materia, materia tecnica, materia e tecnica, materiali, materiaal, techniek, materiaal techniek, technika, material technika, material e tecnica',
  ),
  dimensions: words(
    'dimensions, dimension, size, measurements, extent, physical description size, ' +
      'masse, abmessungen, grosse, format, masze, umfang, taille, mesures, dimensions cm, dimensiones, medidas, dimensioni, misure, afmetingen, formaat, maten, wymiary, rozmery, dimensoes',
  ),
  classification: words(
    'classification, object type, type, object name, category, kind, genre, form, work type, objecttype, resource type, ' +
      'objektart, objekttyp, gattung, klassifikation, sachgruppe, kategorie, art, typ, objektgattung, domaine, type d objet, denomination, categorie, classification objet, genre form, ' +
      'tipo, clasificacion, categoria, tipo de objeto, tipologia, classificazione, tipo oggetto, objectcategorie, soort, objectnaam, typ obiektu, kategoria, druh',
  ),
  subjects: words(
    'subject, subjects, keywords, keyword, tags, topics, topic, subject terms, depicted, iconography, theme, themes, descriptors, ' +
      'schlagwort, schlagworte, schlagworter, stichworte, thema, themen, sachschlagwort, dargestellt, ikonografie, motiv, sujet, sujets, mots cles, mot cle, sujet represente, theme, iconographie, representation, descripteurs, ' +
      'temas, tema, palabras clave, materias, descriptores, soggetto, soggetti, parole chiave, onderwerp, onderwerpen, trefwoorden, trefwoord, temat, slowa kluczowe, klicova slova, assunto, assuntos',
  ),
  place: words(
    'place, place of origin, origin, country, place created, production place, location made, geography, place of production, city, region, coverage, spatial, findspot, ' +
      'ort, herkunft, herstellungsort, entstehungsort, fundort, land, region ort, geografischer bezug, lieu, lieu de creation, lieu de production, origine, pays, provenance geographique, ville, lieu de decouverte, ' +
      'lugar, procedencia, lugar de origen, pais, luogo, luogo di produzione, provenienza, plaats, herkomst, plaats vervaardiging, miejsce, miejsce powstania, misto, lugar de producao',
  ),
  culture: words(
    'culture, period, dynasty, style, school, movement, reign, culture period, ethnic group, ' +
      'kultur, epoche, stil, schule, kulturkreis, periode, kunststil, ethnie, ecole, epoque, style epoque, mouvement, civilisation, ' +
      'cultura, periodo, estilo, escuela, stile, scuola, ambito culturale, cultuur, stijl, kultura, epoka, styl, sloh',
  ),
  group: words(
    'series, portfolio, album, set, group, part of, collection series, is part of, series title, ' +
      'serie, folge, mappe, konvolut, teil von, reihe, zyklus, serie titre, ensemble, recueil, appartient a, coleccion serie, fondo serie, raccolta, serie naam, onderdeel van, seria, cykl, cyklus',
  ),
  description: words(
    'description, abstract, summary, notes, text, physical description, long description, object description, comment, ' +
      'beschreibung, objektbeschreibung, inhalt, kurzbeschreibung, zusammenfassung, anmerkung, bemerkung, bildbeschreibung, description objet, resume, commentaire, notice, descriptif, ' +
      'descripcion, resumen, descrizione, riassunto, note, beschrijving, omschrijving, samenvatting, opis, popis, descricao',
  ),
  language: words(
    'language, lang, language code, title language, sprache, sprachcode, langue, code langue, idioma, lingua, taal, jezyk, jazyk',
  ),
  accession: words(
    'accession, accession number, accession no, inventory number, inventory no, object number, catalogue number, catalog number, shelfmark, call number, museum number, reference number, ref, inv no, inv nr, ' +
      'inventarnummer, inventar nr, inv nummer, signatur, objektnummer, objekt nr, zugangsnummer, katalognummer, archivsignatur, numero d inventaire, numero inventaire, no inventaire, n inventaire, inventaire, cote, reference, ' +
      'numero de inventario, inventario, no inventario, signatura, numero di inventario, numero inventario, segnatura, inventarisnummer, objectnummer, signatuur, numer inwentarzowy, sygnatura, inventarni cislo, numero de inventario pt',
  ),
  page: words(
    'url, page, link, web url, webpage, web page, permalink, landing page, object url, link resource, source url, website, uri, is shown at, record url, ' +
      'adresse, weblink, objektlink, webseite, permalink objekt, lien, page web, adresse web, url notice, lien notice, enlace, pagina, pagina web, collegamento, scheda, koppeling, webadres, adres, odkaz, ligacao',
  ),
  image: words(
    'image, image url, picture, thumbnail, thumbnail url, photo, photo url, primary image, image link, media url, object preview, preview, is shown by, iiif image, imageurl, file url, ' +
      'bild, abbildung, bild url, bildlink, foto, bildadresse, vorschaubild, digitalisat, image lien, illustration, vignette, url image, visuel, imagen, foto url, immagine, afbeelding, beeld, obraz, zdjecie, obrazek, imagem',
  ),
  rights: words(
    'rights, license, licence, rights statement, copyright, usage, license url, rights uri, usage rights, rights and reproduction, reuse, ' +
      'rechte, lizenz, urheberrecht, nutzungsrechte, rechtestatus, bildrechte, lizenzangabe, droits, licence image, droit, statut juridique, conditions d utilisation, mention de droits, ' +
      'derechos, licencia, diritti, licenza, rechten, auteursrecht, licentie, prawa, licencja, prava, licence obrazu, direitos, licenca',
  ),
};

/** For each field of a mapping, words in a column's name which show that the column contains something else. */
export const OTHER_FACTS: Readonly<Partial<Record<MappingFieldName, RegExp>>> = {
  title:
    /\b(?:series|serie|portfolio|exhibition|ausstellung|exposition|id|url|lang|language|type|artist|constituent)\b/,
  creator:
    /\b(?:id|ulan|url|uri|wikidata|birth|death|born|died|geburt|geboren|gestorben|tod|naissance|mort|dates|date|begin|end|nationality|nationalitat|nationalite|gender|geschlecht|role|rolle|bio|place|ort|lieu|prefix|suffix|sort|alpha)\b/,
  date: /\b(?:acquired|acquisition|accession|modified|updated|changed|added|birth|death|begin|end|earliest|latest|from|to|publication web|erwerb|erwerbung|erwerbungsdatum|zugang|zugangsdatum|anderung|geandert|geburt|tod|acquis|modification|naissance|mort|maj|von|bis|debut|fin|photo|timestamp|id)\b/,
  medium: /\b(?:id|url|media)\b/,
  classification: /\b(?:id|url|mime|media|file|rights|license|code)\b/,
  place:
    /\b(?:birth|death|geburt|tod|naissance|mort|storage|current|standort|gallery|id|url|code|width|height)\b/,
  description: /\b(?:id|url|rights)\b/,
  image:
    /\b(?:width|height|id|rights|credit|copyright|caption|alt|count|breite|hohe|largeur|hauteur|fotograf)\b/,
  page: /\b(?:subject|genre|agent|authority|term|type|contributor|note|image|img|thumbnail|iiif|artist|creator|maker|wikidata|license|licence|rights|place|person|bild|foto|lizenz)\b/,
  rights: /\b(?:holder|id)\b/,
  group: /\b(?:id|url)\b/,
  subjects: /\b(?:id|url|uri)\b/,
};

function words(list: string): readonly string[] {
  return list.split(', ');
}

/** Splits a column or member name into words, so that "dc:Title", "objectTitle" and "OBJECT_TITLE" can be compared. */
export function nameWords(name: string): string {
  const spaced = name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
  return fold(spaced)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^(?:dc|dcterms|edm|schema|dct|lido|mods) (?=\S)/, '')
    .trim();
}
