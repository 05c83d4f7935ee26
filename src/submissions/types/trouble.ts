/** What keeps a question from being answered, as codes from a closed list: words for people are made in reports. */
export type Trouble =
  // On the way
  | 'unreachable' // no connection, no such host
  | 'too-slow' // no answer in time
  | 'broken-off' // the connection broke, or what came is no HTTP
  | 'redirects' // it leads on without end
  // By rules that we keep
  | 'not-permitted' // robots.txt, a deny-list, a forbidden network
  // The site
  | 'asks-for-quiet' // too many requests; it asks for more time than is waited
  | 'rate-limited' // too many requests
  | 'slowed' // it asks for fewer queries, with a status of success
  | 'blocked'
  | 'login-wall'
  | 'terms' // a person has to agree to them first
  | 'server-error'
  | 'session-lost' // it no longer takes the token or the session that its form came with
  // Ours
  | 'browser-failed'
  | 'fate-unknown'; // a crash while it was under way
