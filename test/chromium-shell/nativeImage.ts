import { ElectronObject, electronName } from './lacking.ts';

type Members = Pick<
  Electron.NativeImage,
  'addRepresentation' | 'setTemplateImage' | 'isTemplateImage' | 'getSize'
>;

/** `nativeImage`: a picture that the shell keeps and shows nowhere. */
export class NativeImage extends ElectronObject implements Members {
  readonly [electronName] = 'electron.NativeImage';
  private readonly size: Electron.Size;
  private template = false;

  constructor(size: Electron.Size) {
    super();
    this.size = size;
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

  getSize(): Electron.Size {
    return { ...this.size };
  }
}

function checkBitmap(buffer: Buffer, width: number, height: number): void {
  if (buffer.length !== width * height * 4) throw new Error('invalid buffer size');
}
