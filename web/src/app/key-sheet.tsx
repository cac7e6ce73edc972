import { Dialog } from "../components/dialog.tsx";
import { bindings } from "./keys.ts";

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const seen = new Map(bindings.value.map((binding) => [binding.keys, binding.does]));
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {[...seen].map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>Open the row</dd>
        </div>
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close a dialog</dd>
        </div>
      </dl>
    </Dialog>
  );
}
