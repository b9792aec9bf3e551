/** better-sqlite3 built with SQLite3 Multiple Ciphers: the same interface. Its own declarations are not named in its exports. */
declare module 'better-sqlite3-multiple-ciphers' {
  export { default } from 'better-sqlite3';
}
