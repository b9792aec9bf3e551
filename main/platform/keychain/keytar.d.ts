/**
 * The part of `keytar` that the app uses. `npm ci` leaves out this optional dependency if it cannot be
 * compiled; its own declarations are then missing, and types still have to be right.
 */
declare module 'keytar' {
  const keytar: {
    getPassword(service: string, account: string): Promise<string | null>;
    setPassword(service: string, account: string, password: string): Promise<void>;
    deletePassword(service: string, account: string): Promise<boolean>;
  };
  export default keytar;
}
