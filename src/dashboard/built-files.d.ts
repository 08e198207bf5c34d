declare module '*.css';
/** The address of the built worker. */
declare module '*?sharedworker&url' {
  export const url: string;
  export { url as default };
}
