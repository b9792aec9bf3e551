import { ElectronObject, electronName } from './lacking.ts';

type Members = Pick<
  Electron.NativeImage,
  'addRepresentation' | 'setTemplateImage' | 'isTemplateImage' | 'getSize' | 'isEmpty' | 'toJPEG'
>;

/** The quality of captured pages: Chromium encodes them when it captures them. */
export const capturedQuality = 80;

/** `nativeImage`: a picture that the shell keeps and shows nowhere. */
export class NativeImage extends ElectronObject implements Members {
  readonly [electronName] = 'electron.NativeImage';
  private readonly size: Electron.Size;
  /** Of a captured page alone. */
  private readonly jpeg: Buffer | undefined;
  private template = false;

  constructor(size: Electron.Size, jpeg?: Buffer) {
    super();
    this.size = size;
    this.jpeg = jpeg;
  }

  /** Refuses, as Electron, a buffer that is not four bytes for each pixel. */
  static createFromBitmap(buffer: Buffer, options: Electron.CreateFromBitmapOptions): NativeImage {
    checkBitmap(buffer, options.width, options.height);
    const { width, height, scaleFactor = 1 } = options;
    return new NativeImage({ width: width / scaleFactor, height: height / scaleFactor });
  }

  addRepresentation({ buffer, width = 0, height = 0 }: Electron.AddRepresentationOptions): void {
    if (buffer !== undefined) checkBitmap(buffer, width, height);
  }

  setTemplateImage(option: boolean): void {
    this.template = option;
  }

  isTemplateImage(): boolean {
    return this.template;
  }

  isEmpty(): boolean {
    return this.size.width === 0;
  }

  /** The page was captured with the quality that the app uses. */
  toJPEG(quality: number): Buffer {
    if (this.jpeg === undefined || quality !== capturedQuality)
      throw new Error('The Chromium shell has no such JPEG.');
    return this.jpeg;
  }

  getSize(): Electron.Size {
    return { ...this.size };
  }
}

function checkBitmap(buffer: Buffer, width: number, height: number): void {
  if (buffer.length !== width * height * 4) throw new Error('invalid buffer size');
}
