/** Limits of drafts, revisions, publications and what their owner lists. */
export const WEBSITE_LIMITS = {
  titleCharsMax: 120,
  rawHtmlCharsMax: 5_242_880,
  patchOpsMax: 50,
  /** Maximum number of snapshots of a website that pages.get lists, newest first. */
  pageSnapshotsMax: 20,
  liveUrlCharsMax: 300,
  /** Maximum number of websites, and of Worlds, in the public overview, newest first. */
  overviewLatestMax: 12,
  /** Maximum number of websites from which the overview selects; it passes over those in Worlds that are left out. */
  overviewCandidatesMax: 36,
  /** Maximum age of the counts in the overview, s. */
  overviewAgeMaxS: 60,
  /** Maximum number of bytes of a widget's params as JSON; with them a call fits one bus message. */
  widgetParamsBytesMax: 256 * 1024,
  /** Maximum number of characters of the draft's text before or after which a widget is inserted. */
  widgetAnchorCharsMax: 10_000,
  /** Maximum number of bytes of an installed text that the result of the installation contains. */
  widgetHtmlShownBytesMax: 32 * 1024,
  layersMax: 200,
  layersBytesMax: 1_048_576,
  layerNameCharsMax: 120,
  websitesPerAccountMax: 100_000,
  storedBytesPerAccountMax: 20 * 1024 ** 3,
  revisionBodiesKept: 100,
  /** Maximum number of bytes of the unsaved edits (HTML and layers) of all websites of an account. */
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
  /** Maximum number of bytes of a generated draft, which is part of its message. */
  generatedHtmlBytesMax: 256 * 1024,
  /** Maximum time until a generation is answered, ms; the work continues after it. */
  generateAnswerMs: 25_000,
  /** Time of the budget that is reserved for transporting the answer, ms. */
  generateMarginMs: 1_000,
  /** Maximum time for the provider, ms, and below it for the commit; the lease of the hold outlasts both. */
  generateProviderMs: 120_000,
  generateCommitMs: 20_000,
  generateLeaseMs: 150_000,
  publishLeaseMs: 30_000,
  publishAbandonAfterMs: 60_000,
  unadoptedBodyAgeMaxMs: 3_600_000,
  orphanAgeMs: 24 * 3_600_000,
  /** Days for which swept objects stay in the trash. */
  trashKeptDays: 7,
  /** Distance between the ids of an adopted database and all ids that may have been allocated before. */
  adoptedIdStep: 1_000_000_000,
  /** Days without a sweep after a database was adopted. */
  adoptedSweepsHeldDays: 7,
  warningsMax: 100,
  warningPlacesMax: 5,
  /** Lifetime of a preview's address, ms. */
  previewMs: 15 * 60_000,
  /** Maximum number of bytes of the HTML and layers of a draft whose check builder_get returns. */
  quickCheckBytesMax: 256 * 1024,
  /** Maximum time that builder_get waits for the check, ms. */
  quickCheckMs: 150,
  /** Maximum number of secrets that a check counts and a refusal names. */
  secretsShownMax: 20,
} as const;
