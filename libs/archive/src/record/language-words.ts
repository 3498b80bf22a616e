/** Languages that can be detected in titles, as BCP 47 codes. */
export const DETECTED_LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt'] as const;

/** A language that can be detected in titles. */
export type DetectedLanguage = (typeof DETECTED_LANGUAGES)[number];

/** A row of a table: languages (separated by blanks), the points that each word adds to these languages, and the words. */
export type LanguageWordsRow = readonly [languages: string, worth: number, words: string];

/**
 * Words that exclude all languages except those of their row, and suggest these with the row’s points. Words that also occur in
 * names (`rouge`, `muerte`, `strasse`) are in HINTS instead.
 */
export const TELLING: readonly LanguageWordsRow[] = [
  [
    'en',
    3,
    'the of and with for to by at from his her its their our your my it that this these ' +
      'those which who whose what where when why how not is are was were being been have has ' +
      'had does did will would could should must there here into onto over near behind beside ' +
      'between above below around across against through towards toward upon within without ' +
      'before after during until about outside inside beyond along among off out up down ' +
      'again some all each every both other another many most more few several only very two ' +
      'three four five seven eight nine eleven twelve thirteen fifteen twenty hundred ' +
      'thousand first second third fourth fifth you he she they them him we us mr mrs sir ' +
      'woman women boy boys girls child children lady ladies gentleman mother father daughter ' +
      'brother sister wife husband people king queen knight soldier soldiers sailor priest ' +
      'workers worker player players dancer dancers bather bathers bride groom head heads ' +
      'face eyes hands feet hair body skull nudes female male study studies drawing drawings ' +
      'painting paintings sketch sketches sketchbook seascape view views plate headpiece ' +
      'tailpiece frontispiece cover title design self-portrait self-portraits sheet cutting ' +
      'prints screenprint woodcut etching engraving lithograph pictorial ornamental in-text ' +
      'wrapper duplicate supplementary elevation elevations perspective exterior exhibition ' +
      'advertisement unidentified inscribed standing seated sitting lying reclining kneeling ' +
      'walking looking reading holding wearing posed gathered playing dancing singing bathing ' +
      'sleeping crouching running riding shaking smiling young old little small large great ' +
      'big black white red blue green yellow brown grey gray dark light pink purple ' +
      'golden broken house houses street streets road church chapel castle abbey bridge tower ' +
      'gate window windows door doorway room kitchen garden gardens building buildings river ' +
      'lake hill hills mountain mountains valley coast beach shore island field fields woods ' +
      'tree trees forest sky clouds sun moon stars snow rain storm sunset sunrise dawn ' +
      'evening morning night day ship ships boats horse horses dog dogs cow cows sheep bird ' +
      'birds fish cattle flower flowers leaf leaves apple apples box chair armchair chairs ' +
      'stool cup bowl dish spoon knife teapot pitcher jar bottle beads necklace bracelet ' +
      'earring earrings brooch buckle button mirror clock watch shoe shoes hat shirt skirt ' +
      'coat sword sheath dagger basket book books letter letters cards stone brick iron ' +
      'silver bronze wooden wood pottery vessel figurine seal cross crown ancient ruins seen ' +
      'identity stamps school car afternoon sunday saturday monday january february resting ' +
      'crossing fishing hunting working waiting driving bad good family falcon eagle left ' +
      'right side bottom corner north south east west northern southern eastern western city ' +
      'town village market shop station railway harbour harbor farm mill palace tomb grave ' +
      'death dead life love lovers birth spring summer autumn dream dreams ghost angels devil god ' +
      'crucifixion saints holy adoration annunciation resurrection wedding funeral game ' +
      'battle fire water earth english british italian chinese japanese indian african ' +
      'egyptian greek roman dutch spanish french russian wrapped set',
  ],
  [
    'fr',
    3,
    'et une dans avec chez aux qui pour sont nous vous elle ils elles ses cette leur leurs où ' +
      'très sous comme contre depuis après avant être toute même quand deux quatre cinq huit ' +
      "qu' j' aujourd' n' femme femmes hommes filles garçon enfants jeunes vieux vieille " +
      'vieilles petites ancien ancienne anciens escalier marchand marchande têtes étude ' +
      'études paysage baigneuse baigneuses assise couchée debout soleil lune arbre arbres ' +
      'forêt jardin fleurs oiseau oiseaux cheval chevaux chien livre affiche chanson danseuse ' +
      'danseuses fenêtre bateau vue bonheur yeux oeil œil ombre rêve',
  ],
  [
    'de',
    3,
    'und für ist nicht ein eine einer eines einem einen zum zur vom auf aus nach über ' +
      'sie oder aber durch ohne gegen zwischen sich sein ihr ihre mein meine dein unser kein ' +
      'keine wird sind zwei drei fünf sechs acht mädchen männer bildnis selbstbildnis köpfe ' +
      'landschaft häuser bäume himmel mond nacht abend stehende sitzende liegende stehender ' +
      'sitzender kniende badende tänzerin tänzer weiß ausstellung zeichnung zeichnungen ' +
      'entwurf stilleben stillleben pferde vögel fisch königin heilige',
  ],
  [
    'es',
    3,
    'muy desde hacia donde está están pero cuando también mujer mujeres hombre hombres niño ' +
      'niña niños niñas cabeza caballos sueño ojos',
  ],
  [
    'it',
    3,
    'gli nel nella nelle nei nello sulla sulle questo questa questi dalla dalle più perché ' +
      "nell' sull' dall' uomo uomini ritratto paesaggio bambino bambina fanciulla veduta " +
      'vedute disegno progetto esposizione mostra',
  ],
  [
    'nl',
    3,
    'het voor niet bij naar aan uit zijn ook maar vrouw vrouwen meisje kinderen ' +
      'tentoonstelling zelfportret boerderij schepen tussen twee nieuwe',
  ],
  ['pt', 3, 'não até uma homem você nossa nosso'],
  ['es pt', 3, 'para por'],
  ['es it', 3, 'una'],
  // Words of languages that are not detected. Titles with such words are in records in English, so others are excluded.
  [
    'en',
    0,
    'og och på til fra av af som det eller ikke utan się dla nie jest przez od ze při na ' +
      'mezi až és az egy nem hogy ja ei amb els dels bir ve için cum ad sub ecce homo agnus ' +
      'noli domini deus mater memento mori ars omnia sancti sanctae sanctus quod quis sic ' +
      'semper ab ipso libri libros liber tots aquest això teu treball mur pa feixisme faixisme',
  ],
  // Rows with 0 points: these words exclude all languages that the row does not name, but are too common in the named languages
  // to suggest one of them.
  ['en de it nl', 0, 'in per'],
  ['en es it pt', 0, 'e gran'],
  ['en fr it nl pt', 0, "d' l'"],
];

/** Words that suggest the languages of their row but also occur in names. The points of several words together decide. */
export const HINTS: readonly LanguageWordsRow[] = [
  ['en', 3, "'s"],
  ['en', 2, 'a an in on as front man men girl scene figures lamp home card new one ten'],
  ['en', 1, 'or so no do be am me model project'],
  [
    'fr',
    2,
    'blanche au je plus sans par ne ma ces tout tous à petit petits grandes homme fille ' +
      'enfant jeune vieil cour dames chambre salle roi reine soir matin nuit jour ' +
      'printemps été hiver automne terre ciel eau feu fleur église bleu bleue vert noire ' +
      'noirs amour guerre vie âme coeur cœur mains corps chat mère père trois dix danse bois ' +
      'blancs jaune rouges',
  ],
  [
    'fr',
    1,
    'le mes maisons voyage sur mer ville son mon les du grand grande maison café fête notre coin nu nus ' +
      'nue tête rouge noir blanc monde monsieur madame mademoiselle passage est il paix y',
  ],
  ['fr it', 1, "l' d' morte"],
  ['fr es it', 1, 'la un'],
  ['fr de', 1, 'des'],
  ['fr es nl pt', 1, 'de en'],
  ['fr es it pt', 1, 'a'],
  ['fr es pt', 1, 'que'],
  ['de nl it', 1, 'in'],
  [
    'de',
    2,
    'ich der das bei im mit dem kunst kirche brücke straße strasse frau mann kopf kinder stadt ' +
      'dorf haus berg see baum garten tanz liebe tod leben krieg welt zeit neue neuer neues ' +
      'neuen kleine kleiner große grosse grosser großer alte alter altes rote blau blaue grün ' +
      'gelb schwarze schwarz deutsche deutscher deutsches deutschen bild bilder blatt plakat ' +
      'blumen könig wir auch junge knabe unter',
  ],
  [
    'de',
    1,
    'die den von am an zu es er als noch du wie weiss rot tag morgen mutter vater wald ' +
      'platz akt',
  ],
  ['nl', 2, 'een kerk'],
  ['nl', 1, 'van den der te op met drie vijf oude kleine onder huis'],
  ['es', 2, 'más muerte pueblo caballo guerra rey iglesia noche día'],
  [
    'es',
    1,
    'y el los las con sin se su sus como entre del mundo cielo tierra agua amor mano calle',
  ],
  ['it', 2, "il è della delle dello dei degli dell' donna testa cavallo notte giorno spazio tre"],
  ['es it', 1, 'lo'],
  ['it', 1, 'di che e da sul con al alla per ed del vita mano mondo madre cielo guerra'],
  ['pt', 2, 'do dos das da em os ao com mulher'],
  ['pt', 1, 'e as'],
];

/** Additional points by which these words suggest a language when a title begins with them; names seldom begin with them. */
export const FIRST: readonly LanguageWordsRow[] = [
  ['en', 1, 'a an'],
  ['de', 1, 'der das'],
  ['fr', 1, 'le les'],
  ['nl', 1, 'een'],
];

/** Additional points by which an article before a lower-case word suggests a language: "Le déjeuner", not "Le Corbusier". */
export const BEFORE_SMALL: readonly LanguageWordsRow[] = [
  ['fr', 2, 'le les'],
  ['it', 1, 'le'],
  ['fr es it', 1, 'la un'],
  ['es', 2, 'el los las'],
  ['fr it', 1, 'il'],
  ['es it', 1, 'lo'],
];

/** Letters and punctuation marks that suggest languages, with the points that each occurrence adds to these languages. */
export const LETTERS: readonly LanguageWordsRow[] = [
  ['es', 3, '¿¡'],
  ['de', 2, 'ß'],
  ['es', 1, 'ñ'],
  ['pt', 1, 'ãõ'],
  ['de', 1, 'äöü'],
  ['fr', 1, 'êèœû'],
  ['it', 1, 'ìò'],
];
