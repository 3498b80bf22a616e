/**
 * Stop words of the archive's languages, with case and accents folded: function words, and words of requests such as
 * "find". They are searched only when a query has no other words.
 */
const WORDS =
  'a an the of in on at to for from by with and or as is are be its it this that these those into over under about any some ' +
  'me my i you show find give please want need looking search ' +
  'other others such like just very more most much many various off out up who which where when while been being was were has have had ' +
  'do does did can could would should may might will shall than then there here our your their his her its them they we us he she him ' +
  'le la les l un une des du de d et en au aux a sur pour par dans avec ce cette ' +
  'der die das den dem des ein eine einer eines einem und von vom im am zum zur mit auf fur aus bei ' +
  'il lo gli i un uno una e di da del della dei delle dello nel nella con su per al alla ' +
  'el los las y en una unos unas de del con por para al ' +
  'o os as um uma do da dos das no na com het een van ' +
  'sobre entre hacia desde bajo junto durante sous chez vers unter uber nach vor hinter neben zwischen ' +
  'nello nell sulla sul sui dalla dal dallo alle ai tra op bij naar onder voor tegen ao aos pelo pela nos nas nad pod przy przed';

/** The stop words, for look-ups. */
export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(' '));

/** Words that say little about a work in an archive, such as "art": they affect only the order of hits. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  'art artwork work works piece pieces object objects item items image images picture pictures style collection collections example examples famous beautiful old reference references material materials museum archive original theme scene view vintage antique classic historic historical nice pretty cool interesting stunning amazing good typical different several similar type kind sort modern contemporary early late illustration illustrations'.split(
    ' ',
  ),
);
