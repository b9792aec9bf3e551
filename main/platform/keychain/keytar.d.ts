/**
 * The used part of `keytar`. `npm ci` omits this optional dependency if it cannot be compiled; its own
 * declarations are then missing, but types must still check.
 */
declare module 'keytar' {
  const keytar: {
    getPassword(service: string, account: string): Promise<string | null>;
    setPassword(service: string, account: string, password: string): Promise<void>;
    deletePassword(service: string, account: string): Promise<boolean>;
  };
  export default keytar;
}
