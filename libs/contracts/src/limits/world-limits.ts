/** Limits of Worlds, their members and invitations. */
export const WORLD_LIMITS = {
  wordCharsMax: 41,
  worldsPerAccountMax: 1_000,
  /** Maximum number of websites of a World that its dashboard and its members list, newest first. */
  worldWebsitesMax: 500,
  dashboardTitleCharsMax: 120,
  dashboardTextCharsMax: 4_000,
  /** Maximum number of Worlds on the home screen that other founders offer to this account. */
  worldOffersShownMax: 20,
  membersPerWorldMax: 1_000,
  /** Maximum number of unanswered invitations of one World. */
  invitationsOpenPerWorldMax: 100,
  invitationDays: 14,
  /** Maximum number of open and expired invitations that are listed, newest first. */
  invitationsListedMax: 200,
  /** Days for which expired invitations stay in the founder's list. */
  invitationExpiredKeptDays: 30,
} as const;
