require "acme/text"
require "acme/far"

module Acme
  class App
    def run
      Acme::Text.squeeze_text("a") # → Acme.Text.squeeze_text
      Far.squeeze_text("a") # → Acme.Far.squeeze_text
      writer = Acme::Text::Writer.new # → Acme.Text.Writer
      writer.write_down # → Acme.Text.Writer.write_down
    end
  end
end
