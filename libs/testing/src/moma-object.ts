/** Returns a source record in the format of the Museum of Modern Art. */
export function momaObject(id: number, title: string): Record<string, string | null> {
  return {
    ObjectID: String(id),
    Title: title,
    Artist: 'Lyubov Popova',
    ArtistBio: '(Russian, 1889–1924)',
    Date: '1920',
    Medium: 'Linocut',
    Dimensions: '',
    Classification: 'Print',
    Department: 'Prints',
    MoMANumber: `${id}.1949`,
    URL: '',
    ImageURL: null,
    CreditLine: '',
    DateAcquired: '',
    CuratorApproved: 'N',
  };
}
