/**
 * What the app uses of `keytar`, an optional dependency that `npm ci` leaves out on a system where it cannot be compiled. Its own
 * declarations are then missing too, and types must be right all the same.
 */
declare module 'keytar' {
  const keytar: {
    getPassword(service: string, account: string): Promise<string | null>;
    setPassword(service: string, account: string, password: string): Promise<void>;
    deletePassword(service: string, account: string): Promise<boolean>;
  };
  export default keytar;
}
