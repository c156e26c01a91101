// Runs before the page, in every browser, however old. It says if the browser is too old, or if the page did not start. So it uses the
// JavaScript of 2009, is not a module, and needs nothing. Supported browsers: docs/adr/0045.

(function () {
  "use strict";

  var root = document.documentElement;

  /** What the page uses and older browsers may lack. */
  function isNewEnough() {
    return "noModule" in document.createElement("script")
      && hasAll(Array.prototype, ["findLast", "findLastIndex", "toSorted", "toSpliced", "with"])
      && hasAll(String.prototype, ["replaceAll"])
      && hasAll(Object, ["hasOwn", "fromEntries"])
      && hasAll(Intl, ["ListFormat", "PluralRules", "RelativeTimeFormat"])
      && hasAll(window, ["AbortSignal", "HTMLDialogElement", "ReadableStream", "TextDecoderStream", "crypto", "fetch", "reportError"])
      && hasAll(AbortSignal, ["timeout"])
      && hasAll(AbortSignal.prototype, ["throwIfAborted"])
      && hasAll(ReadableStream.prototype, ["pipeThrough"])
      && hasAll(Element.prototype, ["animate", "replaceChildren"])
      && hasAll(HTMLDialogElement.prototype, ["showModal"])
      && "b" === "ab".replace(new RegExp("(?<!a)a"), "")
      && draws();
  }

  function draws() {
    return CSS.supports("selector(:has(a))")
      && CSS.supports("selector(:focus-visible)")
      && CSS.supports("color", "color-mix(in srgb, red, blue)")
      && CSS.supports("color", "oklch(.5 .1 100)")
      && CSS.supports("container-type", "inline-size")
      && CSS.supports("height", "1dvh")
      && matchMedia("(width > 0)").media !== "not all";
  }

  function hasAll(object, names) {
    for (var at = 0; at < names.length; at++) if (!(names[at] in object)) return false;
    return true;
  }

  function isOld() {
    try {
      return !isNewEnough();
    } catch (error) {
      return true;
    }
  }

  function show(id) {
    document.getElementById(id).removeAttribute("hidden");
  }

  /** A page that has started shows its errors itself. A missing picture or style sheet does not keep it from starting. */
  function failed(event) {
    if (!root.hasAttribute("data-started") && (event.target === window || event.target.nodeName === "SCRIPT")) show("not-started");
  }

  if (isOld()) {
    root.setAttribute("data-old", "");
    show("too-old");
  } else {
    document.getElementById("reload").onclick = function () {
      location.reload();
    };
    window.addEventListener("error", failed, true);
    window.addEventListener("unhandledrejection", failed);
  }
})();
