/** Limits of drafts, revisions, publications and the lists of websites. */
export const WEBSITE_LIMITS = {
  titleCharsMax: 120,
  rawHtmlCharsMax: 5_242_880,
  patchOpsMax: 50,
  /** Maximum number of snapshots (immutable published states) of a website that the action pages.get lists, newest first. */
  pageSnapshotsMax: 20,
  liveUrlCharsMax: 300,
  /** Maximum number of websites, and of Worlds (public identities), that the public overview lists, newest first. */
  overviewLatestMax: 12,
  /**
   * Maximum number of newest websites from which the public overview selects. It leaves out websites of Worlds (public
   * identities) that are hidden from the overview.
   */
  overviewCandidatesMax: 36,
  /**
   * Maximum age of the counts of Worlds (public identities) and websites in the public overview, s; older ones are counted
   * again.
   */
  overviewAgeMaxS: 60,
  /**
   * Maximum size of the parameters of a widget (a ready-made part of a page) as JSON, bytes. A call with them fits into one
   * bus message.
   */
  widgetParamsBytesMax: 256 * 1024,
  /** Maximum number of characters of the text in a draft that marks the position at which a widget is inserted. */
  widgetAnchorCharsMax: 10_000,
  /**
   * Maximum size of the inserted HTML in the result of installing a widget, bytes; for larger HTML the result contains null.
   */
  widgetHtmlShownBytesMax: 32 * 1024,
  layersMax: 200,
  layersBytesMax: 1_048_576,
  layerNameCharsMax: 120,
  websitesPerAccountMax: 100_000,
  storedBytesPerAccountMax: 20 * 1024 ** 3,
  revisionBodiesKept: 100,
  /** Maximum size of the unsaved edits (HTML, and the layers stored beside it) of all websites of an account, bytes. */
  unsavedBytesPerAccountMax: 500 * 1024 ** 2,
  unsavedKeptDays: 30,
  /** Hours for which unsaved edits that the owner dropped can be restored. */
  droppedKeptHours: 24,
  /** Days for which a deleted website can be restored; then its contents are removed for good (purged). */
  deletedKeptDays: 30,
  /** Maximum number of snapshots (published states) of a website in one page of the list that its owner sees. */
  ownSnapshotsMax: 20,
  generatePromptCharsMax: 4_000,
  generateModelCharsMax: 120,
  /** Maximum size of a generated draft, bytes; it is sent inside a bus message. */
  generatedHtmlBytesMax: 256 * 1024,
  /** Maximum time until a call that generates a draft is answered, ms. A longer generation continues after the answer. */
  generateAnswerMs: 25_000,
  /** Part of a generation call's time budget that is reserved for sending the answer, ms. */
  generateMarginMs: 1_000,
  /** Maximum time of a request to the paid model provider, ms. */
  generateProviderMs: 120_000,
  /** Maximum time of storing a generated draft, ms. */
  generateCommitMs: 20_000,
  /**
   * Time for which credits stay set aside for one generation of a draft, ms: longer than the provider request and the storing
   * of the draft together.
   */
  generateLeaseMs: 150_000,
  publishLeaseMs: 30_000,
  publishAbandonAfterMs: 60_000,
  unadoptedBodyAgeMaxMs: 3_600_000,
  orphanAgeMs: 24 * 3_600_000,
  /** Days for which removed objects stay in the trash of the blob store. */
  trashKeptDays: 7,
  /**
   * Number by which the command `ctl adopt` raises the next ids of a database restored from a backup, so that no id is
   * assigned that the lost newer database may have assigned.
   */
  adoptedIdStep: 1_000_000_000,
  /** Days after the command `ctl adopt` (adopts a restored database) during which no object is removed from the blob store. */
  adoptedSweepsHeldDays: 7,
  warningsMax: 100,
  warningPlacesMax: 5,
  /** Lifetime of a preview address, ms. */
  previewMs: 15 * 60_000,
  /**
   * Maximum total size of a draft's HTML and layers (HTML, CSS or notes stored beside it) up to which builder.get also returns
   * a publication check of the draft, bytes.
   */
  quickCheckBytesMax: 256 * 1024,
  /** Maximum time that builder.get waits for the publication check of the draft, ms; then it answers without one. */
  quickCheckMs: 150,
  /** Maximum number of secrets that a publication check counts and lists. */
  secretsShownMax: 20,
} as const;
