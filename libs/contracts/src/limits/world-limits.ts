/** Limits of Worlds (public identities that accounts found), their members and invitations. */
export const WORLD_LIMITS = {
  wordCharsMax: 41,
  worldsPerAccountMax: 1_000,
  /**
   * Maximum number of websites of a World (public identity) in its public page and in the list for its members, newest first.
   */
  worldWebsitesMax: 500,
  dashboardTitleCharsMax: 120,
  dashboardTextCharsMax: 4_000,
  /**
   * Maximum number of Worlds (public identities) on the home screen whose founders offer to hand them over to this account.
   */
  worldOffersShownMax: 20,
  membersPerWorldMax: 1_000,
  /** Maximum number of open invitations to one World (public identity), which are neither answered nor expired. */
  invitationsOpenPerWorldMax: 100,
  invitationDays: 14,
  /** Maximum number of open and expired invitations to a World (public identity) that its founder sees, newest first. */
  invitationsListedMax: 200,
  /** Days for which expired invitations to a World stay in the list that its founder sees. */
  invitationExpiredKeptDays: 30,
} as const;
