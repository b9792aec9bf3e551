/** The kinds of the user's documents about watchlists and alerts. */
export const kinds = {
  list: 'watchlist',
  alert: 'alert',
  firing: 'alert-firing',
  /** A firing that nobody was notified of yet, by its id. */
  undelivered: 'alert-untold',
  /** Whether what an alert on a metric asks for was true when it was last looked at. */
  truth: 'alert-state',
} as const;
