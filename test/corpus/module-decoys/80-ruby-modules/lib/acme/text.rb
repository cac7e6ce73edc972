module Acme
  module Text
    def self.squeeze_text(text)
      text
    end

    class Writer
      def write_down
      end
    end
  end
end
