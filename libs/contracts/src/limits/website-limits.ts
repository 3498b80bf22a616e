/** Limits of drafts, revisions, publications and the lists of websites. */
export const WEBSITE_LIMITS = {
  titleCharsMax: 120,
  rawHtmlCharsMax: 5_242_880,
  patchOpsMax: 50,
  /** Maximum number of snapshots of a website that pages.get lists, newest first. */
  pageSnapshotsMax: 20,
  liveUrlCharsMax: 300,
  /** Maximum number of websites in the public overview, newest first; the same for Worlds. */
  overviewLatestMax: 12,
  /** Maximum number of websites that the overview reads to select from; unlisted Worlds are skipped. */
  overviewCandidatesMax: 36,
  /** Maximum age of the counts in the overview, s. */
  overviewAgeMaxS: 60,
  /** Maximum number of bytes of a widget's params as JSON; with them a call fits one bus message. */
  widgetParamsBytesMax: 256 * 1024,
  /** Maximum length of the draft text that marks the position of a widget. */
  widgetAnchorCharsMax: 10_000,
  /** Maximum number of bytes of a widget's inserted HTML that the installation returns. */
  widgetHtmlShownBytesMax: 32 * 1024,
  layersMax: 200,
  layersBytesMax: 1_048_576,
  layerNameCharsMax: 120,
  websitesPerAccountMax: 100_000,
  storedBytesPerAccountMax: 20 * 1024 ** 3,
  revisionBodiesKept: 100,
  /** Maximum size of the unsaved edits (HTML and layers) of all websites of an account, bytes. */
  unsavedBytesPerAccountMax: 500 * 1024 ** 2,
  unsavedKeptDays: 30,
  /** Hours for which dropped edits can be restored. */
  droppedKeptHours: 24,
  /** Days for which a deleted website can be restored; then its contents are purged. */
  deletedKeptDays: 30,
  /** Maximum number of snapshots of a website in one page of its owner's list. */
  ownSnapshotsMax: 20,
  generatePromptCharsMax: 4_000,
  generateModelCharsMax: 120,
  /** Maximum size of a generated draft, bytes; it is sent inside a bus message. */
  generatedHtmlBytesMax: 256 * 1024,
  /** Maximum time until a generation call is answered, ms; the generation itself continues afterwards. */
  generateAnswerMs: 25_000,
  /** Part of the time budget that is reserved for sending the answer, ms. */
  generateMarginMs: 1_000,
  /** Maximum time of a request to the paid model provider, ms. */
  generateProviderMs: 120_000,
  /** Maximum time of storing a generated draft, ms. */
  generateCommitMs: 20_000,
  /** Lease of the credit hold of a generation, ms: longer than provider request and storing together. */
  generateLeaseMs: 150_000,
  publishLeaseMs: 30_000,
  publishAbandonAfterMs: 60_000,
  unadoptedBodyAgeMaxMs: 3_600_000,
  orphanAgeMs: 24 * 3_600_000,
  /** Days for which removed objects stay in the trash of the blob store. */
  trashKeptDays: 7,
  /** Gap that `ctl adopt` leaves above all ids that a database restored from backup may have lost. */
  adoptedIdStep: 1_000_000_000,
  /** Days after `ctl adopt` during which no object is removed from the blob store. */
  adoptedSweepsHeldDays: 7,
  warningsMax: 100,
  warningPlacesMax: 5,
  /** Lifetime of a preview address, ms. */
  previewMs: 15 * 60_000,
  /** Maximum size of HTML and layers of a draft that builder.get checks for publication, bytes. */
  quickCheckBytesMax: 256 * 1024,
  /** Maximum time that builder.get waits for the publication check, ms. */
  quickCheckMs: 150,
  /** Maximum number of secrets that a publication check counts and lists. */
  secretsShownMax: 20,
} as const;
